type Fields = Readonly<Record<string, unknown>>;

/**
 * Never in an exported copy, at any depth: what names a credential, what a refused request called this server, and the
 * names under which the terminal copy shows the caller.
 */
const withheld: ReadonlySet<string> = new Set(['credential_hash', 'host', 'user', 'user_id']);

/**
 * The fields of a log record as they leave the process. Where the terminal copy names the caller, `caller` stands in its
 * place: what the identity policy says of them.
 */
export function toExportedFields(fields: Fields, caller: Fields): Fields {
  return 'user' in fields ? { ...strip(fields), ...caller } : strip(fields);
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
