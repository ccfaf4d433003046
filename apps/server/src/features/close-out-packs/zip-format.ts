import { crc32 } from 'node:zlib';
import { dayAt, formatTime } from '@yardage/domain/dates';

/** When the files were made. A ZIP file says the local time and no time zone. */
export interface ZipTime {
  createdAt: string;
  timeZone: string;
}

/** A file in a ZIP file. */
export interface ZipEntry {
  name: string;
  /** Where its header begins. */
  startByte: number;
  byteCount: number;
  checksum: number;
}

const LOCAL_HEADER = 0x04034b50;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
/** Version 2.0; names are UTF-8; stored, because PDFs are compressed already. */
const VERSION = 20;
const UTF8_NAMES = 0x0800;
const STORED = 0;
const LOCAL_BYTES = 30;
const DIRECTORY_BYTES = 46;
const END_BYTES = 22;

/** Returns a file's entry in a ZIP file: a header and the content. The file can be written in pieces, at any time later. */
export function zipFile(name: string, content: Buffer, startByte: number, at: ZipTime): { entry: ZipEntry; bytes: Buffer } {
  const entry = { name, startByte, byteCount: content.length, checksum: crc32(content) };
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  writeCommon(header, 6, entry, at);
  return { entry, bytes: Buffer.concat([header, Buffer.from(name), content]) };
}

/** Returns the directory that ends a ZIP file. Without ZIP64 it takes 65,535 files and 4 GB, far more than a pack holds. */
export function zipDirectory(entries: readonly ZipEntry[], startByte: number, at: ZipTime): Buffer {
  const headers = entries.map((entry) => {
    const header = Buffer.alloc(DIRECTORY_BYTES);
    header.writeUInt32LE(DIRECTORY_HEADER, 0);
    header.writeUInt16LE(VERSION, 4);
    header.writeUInt16LE(VERSION, 6);
    writeCommon(header, 8, entry, at);
    header.writeUInt32LE(entry.startByte, 42);
    return Buffer.concat([header, Buffer.from(entry.name)]);
  });
  const byteCount = headers.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(DIRECTORY_END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(byteCount, 12);
  end.writeUInt32LE(startByte, 16);
  return Buffer.concat([...headers, end]);
}

/** Writes the fields that both headers have, from the flags to the length of the name. */
function writeCommon(header: Buffer, offset: number, { name, byteCount, checksum }: ZipEntry, at: ZipTime): void {
  header.writeUInt16LE(UTF8_NAMES, offset);
  header.writeUInt16LE(STORED, offset + 2);
  const [year = 0, month = 0, day = 0] = dayAt(at.createdAt, at.timeZone).split('-').map(Number);
  const [hour = 0, minute = 0] = formatTime(at.createdAt, at.timeZone).split(':').map(Number);
  header.writeUInt16LE((hour << 11) | (minute << 5) | (new Date(at.createdAt).getUTCSeconds() >> 1), offset + 4);
  header.writeUInt16LE(((year - 1980) << 9) | (month << 5) | day, offset + 6);
  header.writeUInt32LE(checksum, offset + 8);
  header.writeUInt32LE(byteCount, offset + 12);
  header.writeUInt32LE(byteCount, offset + 16);
  header.writeUInt16LE(Buffer.byteLength(name), offset + 20);
}
