export interface TarFile {
  readonly path: string;
  readonly bytes: Buffer;
  /** Permissions, such as 0o644. */
  readonly mode: number;
}

const blockSize = 512;

/** Writes a POSIX tar archive; every file has the same time, in unix seconds. */
export function tar(files: readonly TarFile[], unixSeconds: number): Buffer {
  const parts: Buffer[] = [];
  for (const { path, bytes, mode } of files) {
    // Names that do not fit their field are announced by an extended header.
    if (Buffer.byteLength(path) > 100) {
      const record = Buffer.from(paxRecord('path', path));
      parts.push(
        header({ path: 'PaxHeader', size: record.length, mode: 0o644, unixSeconds, type: 'x' }),
        padded(record),
      );
    }
    parts.push(header({ path, size: bytes.length, mode, unixSeconds, type: '0' }), padded(bytes));
  }
  return Buffer.concat([...parts, Buffer.alloc(2 * blockSize)]);
}

interface Header {
  readonly path: string;
  readonly size: number;
  readonly mode: number;
  readonly unixSeconds: number;
  readonly type: '0' | 'x';
}

function header({ path, size, mode, unixSeconds, type }: Header): Buffer {
  const block = Buffer.alloc(blockSize);
  block.write(path, 0, 100);
  block.write(octal(mode, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, 11), 124);
  block.write(octal(unixSeconds, 11), 136);
  block.write(' '.repeat(8), 148);
  block.write(type, 156);
  block.write('ustar\u000000', 257);
  block.write('root', 265);
  block.write('root', 297);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148);
  return block;
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function padded(bytes: Buffer): Buffer {
  const rest = bytes.length % blockSize;
  return rest === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(blockSize - rest)]);
}

/** `<length> key=value`, where the length counts itself. */
function paxRecord(key: string, value: string): string {
  const body = ` ${key}=${value}\n`;
  let length = Buffer.byteLength(body);
  while (String(length).length + Buffer.byteLength(body) !== length) {
    length = String(length).length + Buffer.byteLength(body);
  }
  return `${length}${body}`;
}
