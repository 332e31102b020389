import { crc32 } from 'node:zlib';

/** 1980-01-01 00:00, the earliest moment an archive can name: the same bytes in every run. */
const dosDate = 0x0021;

/** Writes a ZIP archive that stores its files as they are, in the given order. Names are UTF-8. */
export function zip(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, bytes] of files) {
    const name = Buffer.from(path);
    const fields = fieldsOf(bytes, name.length);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, name, bytes]);
    parts.push(local);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE((0o100644 << 16) >>> 0, 6);
    attributes.writeUInt32LE(offset, 10);
    // Made by Unix, so that the mode of the file counts.
    directory.push(Buffer.concat([Buffer.from('504b01021403', 'hex'), fields, attributes, name]));
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('504b0506', 'hex');
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}

/** What a local header and the directory have in common: from the version needed to the lengths. */
function fieldsOf(bytes: Buffer, nameLength: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800, 2);
  fields.writeUInt16LE(0, 4);
  fields.writeUInt16LE(0, 6);
  fields.writeUInt16LE(dosDate, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(bytes.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(nameLength, 22);
  return fields;
}
