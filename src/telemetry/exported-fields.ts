type Fields = Readonly<Record<string, unknown>>;

/** What stands in the exported copy for whom and what the terminal copy names. */
export interface StandIns {
  /** What the identity policy says of the caller. */
  readonly caller: Fields;
  /** What it says of a resource. */
  readonly resource: (uri: string) => Fields;
}

/**
 * Never in an exported copy, at any depth: what names a credential, what a refused request called this server, the address
 * of a client, and the names under which the terminal copy shows callers and resources.
 */
const withheld: ReadonlySet<string> = new Set(['credential_hash', 'host', 'user', 'user_id', 'uri', 'client', 'peer']);

/** The fields of a log record as they leave the process. */
export function toExportedFields(fields: Fields, { caller, resource }: StandIns): Fields {
  // The text a call failed with may quote its arguments or what GitLab said; that stays on this machine.
  const { error, ...others } = fields;
  return {
    ...strip(typeof error === 'string' ? others : fields),
    ...('user' in fields ? caller : {}),
    ...(typeof fields['uri'] === 'string' ? resource(fields['uri']) : {}),
  };
}

function strip(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => value !== undefined && !withheld.has(name.toLowerCase()))
      .map(([name, value]) => [name, stripValue(value)]),
  );
}

function stripValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripValue);
  // What the logger hands over is JSON.
  return typeof value === 'object' && value !== null ? strip(value as Fields) : value;
}
