import type { Readable } from 'node:stream';

/** A JSON response as PostgreSQL built it, sent without parsing. T is the response type. */
export class JsonText<T> {
  readonly text: string;
  /** Exists for the compiler only: without a use of T, all `JsonText` types would be the same. */
  declare readonly holds: T;

  constructor(text: string) {
    this.text = text;
  }
}

/** A PDF response: JSON with base64 data, or bytes if the caller accepts PDF. */
export class PdfFile {
  readonly fileName: string;
  readonly bytes: Buffer;

  constructor(fileName: string, bytes: Buffer) {
    this.fileName = fileName;
    this.bytes = bytes;
  }
}

/** An empty response with status 204, for an empty list if the contract says so. */
export class NoContent {}

/** A file that is generated while it is sent. */
export class FileStream {
  readonly fileName: string;
  readonly contentType: string;
  readonly stream: Readable;
  /** The length, if it is known in advance, so that the client notices a file that was cut off. */
  readonly byteCount: number | undefined;

  constructor(fileName: string, contentType: string, stream: Readable, byteCount?: number) {
    this.fileName = fileName;
    this.contentType = contentType;
    this.stream = stream;
    this.byteCount = byteCount;
  }
}

/** Events sent as they happen, one JSON object per line. The signal is aborted when the client disconnects. */
export class EventStream<T> {
  readonly events: (signal: AbortSignal) => AsyncIterable<T>;

  constructor(events: (signal: AbortSignal) => AsyncIterable<T>) {
    this.events = events;
  }
}
