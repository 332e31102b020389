import { inspect } from 'node:util';
import { type Kind, notA, ok, textKind } from './kind.ts';

const shown = '[secret]';

/** A text that no log line, error or dump of the configuration shows by accident: only `reveal()` gives it. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}

export const secretText: Kind<Secret> = textKind('secret', 'any text', (text) => ok(new Secret(text)));

/** A secret that travels in a request header, so it has to be one visible ASCII word. */
export const headerSecret: Kind<Secret> = textKind('secret', 'an access token', (text) =>
  /^[\x21-\x7e]+$/.test(text)
    ? ok(new Secret(text))
    : notA('must be one word of visible ASCII characters: it has a blank, a line break or another character in it'),
);
