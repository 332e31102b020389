import type { ClientName } from '../config/client-names.ts';
import { clients } from './clients/clients.ts';
import type { ClientEntry, Connection } from './clients/client.ts';
import { wrap } from './wrap.ts';

export interface PrintedConfig {
  /** For standard output: the entry and nothing else, so that it can go into the file as it is. */
  readonly entry: string;
  /** For standard error: what to do with it. */
  readonly advice: string;
}

/** `--print-config`: what a client needs to reach the server. No token is in it. */
export function printConfig(name: ClientName, connection: Connection): PrintedConfig {
  const { title, entry } = clients[name];
  const made = entry(connection);
  return { entry: `${made.text}\n`, advice: adviseOn(title, made) };
}

function adviseOn(title: string, { where, command, link, notes }: ClientEntry): string {
  const parts = [
    wrap(`${title} reads this in ${where}.`, 0),
    ...notes.map((note) => wrap(note, 0)),
    // Not wrapped: both are to be copied whole.
    ...(command === undefined ? [] : [`The same in a terminal:\n  ${command}`]),
    ...(link === undefined ? [] : [`Or open this link:\n  ${link}`]),
  ];
  return `\n${parts.join('\n\n')}\n`;
}
