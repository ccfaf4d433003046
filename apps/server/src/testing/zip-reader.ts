import { crc32, inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const STORED = 0;

/** Reads a ZIP file by its directory, as an archiver does, and verifies every checksum. Returns the files by name, in the directory's order. */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from(Uint32Array.of(END).buffer));
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [method, checksum, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 20)];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const header = bytes.readUInt32LE(at + 42);
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
    if (bytes.toString('utf8', header + 30, header + 30 + nameLength) !== name) throw new Error(`${name}: its header names another file`);
    const stored = bytes.subarray(start, start + size);
    const content = method === STORED ? stored : inflateRawSync(stored);
    if (crc32(content) !== checksum) throw new Error(`${name}: its checksum does not fit`);
    if (files.has(name)) throw new Error(`${name} is there twice`);
    files.set(name, content);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
