import type { Readable } from 'node:stream';

/** An answer's JSON as PostgreSQL made it, passed on unread; T is the answer it holds. */
export class JsonText<T> {
  readonly text: string;
  declare readonly holds: T;

  constructor(text: string) {
    this.text = text;
  }
}

/** A PDF to answer: as JSON with base64 data, or as bytes where the caller asks for them. */
export class PdfFile {
  readonly fileName: string;
  readonly bytes: Buffer;

  constructor(fileName: string, bytes: Buffer) {
    this.fileName = fileName;
    this.bytes = bytes;
  }
}

/** Nothing to answer, as status 204: an empty list where the contract says so. */
export class NoContent {}

/** A file that is made while it is sent. */
export class FileStream {
  readonly fileName: string;
  readonly contentType: string;
  readonly stream: Readable;

  constructor(fileName: string, contentType: string, stream: Readable) {
    this.fileName = fileName;
    this.contentType = contentType;
    this.stream = stream;
  }
}

/** Events that are sent one JSON object a line while they happen; the signal says that nobody listens any more. */
export class EventStream<T> {
  readonly events: (signal: AbortSignal) => AsyncIterable<T>;

  constructor(events: (signal: AbortSignal) => AsyncIterable<T>) {
    this.events = events;
  }
}
