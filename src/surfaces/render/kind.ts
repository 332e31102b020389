import { bytesText, dateText, durationText } from './dates.ts';
import { link, quote, url } from './markdown.ts';
import { at, plain, scalar, type Thing } from './thing.ts';
import { codeText, linked, names, people, person, roleText, shaText, stateText } from './words.ts';

/** One labelled value: a row of a card or a column of a list. `show` gives `''` for what is not there. */
export interface Cell {
  readonly label: string;
  readonly show: (thing: Thing) => string;
  /** A column for lists of one project only, or for those that reach beyond it only. */
  readonly when?: 'together' | 'spread';
}

/** How one kind of GitLab thing reads. Data, so that a new kind is a few lines. */
export interface Kind {
  readonly singular: string;
  readonly plural: string;
  /** The heading of its card, without the `##`. */
  readonly heading: (thing: Thing) => string;
  readonly card: readonly Cell[];
  /** Columns of its list. Without them each element is a small card. */
  readonly columns?: readonly Cell[];
  /** An element of a list that reads better as a block than as a row. */
  readonly block?: (thing: Thing) => string;
  /** What follows the rows of a card: long texts, tables, code. Each part ends without a line break. */
  readonly parts?: readonly ((thing: Thing) => string)[];
  /** Its texts are code or output, perhaps to be written back: hidden characters are spelled out, not removed. */
  readonly isVerbatim?: boolean;
}

type Show = (value: unknown) => string;

function cell(show: Show) {
  return (label: string, path: string): Cell => ({ label, show: (thing) => show(at(thing, path)) });
}

export const text = cell((value) => scalar(value, 300));
export const state = cell(stateText);
export const date = cell(dateText);
export const user = cell(person);
export const users = cell(people);
export const labelNames = cell(names);
export const web = cell(url);
export const monospace = cell(codeText);
export const sha = cell(shaText);
export const role = cell(roleText);
export const seconds = cell(durationText);
export const bytes = cell(bytesText);
export const ref = cell(linked);

/** A flag that is worth a row only when it is set. */
export function onlyWhenTrue(label: string, path: string): Cell {
  return { label, show: (thing) => (at(thing, path) === true ? '✅' : '') };
}

/** A cell of its own making. */
export function computed(label: string, show: (thing: Thing) => string): Cell {
  return { label, show };
}

/** First column of a list: the sign and number people write, linked: `[!12](…)`. */
export function numbered(label: string, prefix: string, path = 'iid'): Cell {
  return { label, show: (thing) => link(`${prefix}${plain(at(thing, path))}`, at(thing, 'web_url')) };
}

/** The same for what may be of several projects: there the reference names the project too, `acme/site!12`. */
export function numberedAnywhere(label: string, prefix: string): readonly Cell[] {
  const alone = numbered(label, prefix);
  return [
    { ...alone, when: 'together' },
    {
      label,
      when: 'spread',
      show(thing) {
        const reference = plain(at(thing, 'references.full'));
        return reference === '' ? alone.show(thing) : link(reference, at(thing, 'web_url'));
      },
    },
  ];
}

/** First column of a list of things with names: the name, linked when there is an address. */
export function named(label: string, path = 'name', urlPath = 'web_url'): Cell {
  return { label, show: (thing) => link(plain(at(thing, path)), at(thing, urlPath)) };
}

/** `a of b` for two counts. */
export function countOf(label: string, path: string, totalPath: string): Cell {
  return {
    label,
    show: (thing) => {
      const total = at(thing, totalPath);
      return typeof total === 'number' && total > 0 ? `${scalar(at(thing, path))} of ${total}` : '';
    },
  };
}

/** A long text as a quote under the rows; `''` when there is none. */
export function longText(path: string): (thing: Thing) => string {
  return (thing) => {
    const value = at(thing, path);
    return typeof value === 'string' ? quote(value) : '';
  };
}
