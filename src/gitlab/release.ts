/** A release of GitLab, as an instance names the one it runs. */
export interface Release {
  /** As it was read: `18.11.0-pre`, `19.2.1-ee`. */
  readonly name: string;
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /** Built before the release it is named after was. */
  readonly isPrerelease: boolean;
}

const maxLength = 64;
const form = /^(\d{1,4})\.(\d{1,4})\.(\d{1,4})(?:-([\dA-Za-z.-]+))?$/;
const prerelease = /(?:^|[.-])(?:pre|rc|alpha|beta)\d*(?:[.-]|$)/i;

/** `undefined` for anything that is not written like a release. */
export function parseRelease(name: unknown): Release | undefined {
  const match = typeof name === 'string' && name.length <= maxLength ? form.exec(name) : null;
  if (match === null) return undefined;
  const [whole, major, minor, patch, suffix = ''] = match;
  return {
    name: whole,
    major: Number(major),
    minor: Number(minor),
    patch: Number(patch),
    isPrerelease: prerelease.test(suffix),
  };
}

/**
 * Below 0 when `one` came before `other`, above 0 when after. Numbers count as numbers, so 18.11 is after 18.9. A
 * prerelease comes before its release, the edition at the end (`-ee`) says nothing about the order.
 */
export function compareReleases(one: Release, other: Release): number {
  return (
    one.major - other.major ||
    one.minor - other.minor ||
    one.patch - other.patch ||
    Number(other.isPrerelease) - Number(one.isPrerelease)
  );
}
