import { type Yaml, YamlReference, isYamlMap, resolveScalar, scalarText } from './yaml.ts';

/** Writes a document the way GitLab shows a merged configuration. */
export function writeYaml(value: Yaml): string {
  return `---\n${writeNode(value, '')}`;
}

function writeNode(value: Yaml, indent: string): string {
  if (Array.isArray(value)) return value.map((item) => `${indent}-${writeItem(item, indent)}`).join('');
  if (!isYamlMap(value)) return `${indent}${writeScalar(value, indent)}\n`;
  return Object.keys(value)
    .map((key) => {
      const child = value[key] ?? null;
      const name = `${indent}${/^[\w./-][\w ./-]*$/.test(key) ? key : JSON.stringify(key)}:`;
      if (Array.isArray(child)) return child.length === 0 ? `${name} []\n` : `${name}\n${writeNode(child, indent)}`;
      if (isYamlMap(child)) {
        return Object.keys(child).length === 0 ? `${name} {}\n` : `${name}\n${writeNode(child, `${indent}  `)}`;
      }
      return child === null ? `${name}\n` : `${name} ${writeScalar(child, indent)}\n`;
    })
    .join('');
}

function writeItem(item: Yaml, indent: string): string {
  if (Array.isArray(item)) return item.length === 0 ? ' []\n' : ` ${writeNode(item, `${indent}  `).trimStart()}`;
  if (isYamlMap(item)) {
    return Object.keys(item).length === 0 ? ' {}\n' : ` ${writeNode(item, `${indent}  `).trimStart()}`;
  }
  return ` ${writeScalar(item, indent)}\n`;
}

function writeScalar(value: Yaml, indent: string): string {
  if (value instanceof YamlReference) return `!reference [${value.path.join(', ')}]`;
  if (typeof value !== 'string') return scalarText(value);
  if (value.includes('\n')) {
    const body = value.replace(/\n$/, '').split('\n');
    return `|${value.endsWith('\n') ? '' : '-'}\n${body.map((line) => (line === '' ? '' : `${indent}  ${line}`)).join('\n')}`;
  }
  const isPlain = resolveScalar(value) === value && !/^[\s&*!|>'"%@`#[\]{},?:-]|[:#]\s|:$|\s#|\s$/.test(value);
  return isPlain ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}
