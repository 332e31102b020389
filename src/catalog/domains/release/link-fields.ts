import { line, oneOf, required } from '../../field.ts';

export const linkName = line('Name of the link, unique within the release.', { aliases: ['title'] });
export const linkUrl = line('Address of the file, unique within the release.', { aliases: ['link', 'href'] });
export const assetPath = line('Path below the release under which GitLab offers the file, such as /bin/app-linux.', {
  aliases: ['filepath', 'file_path'],
});
export const linkType = oneOf('Kind of file. Default other.', ['other', 'runbook', 'image', 'package']);

/** What describes one asset link when it is created. */
export const linkFields = {
  name: required(linkName),
  url: required(linkUrl),
  direct_asset_path: assetPath,
  link_type: linkType,
} as const;
