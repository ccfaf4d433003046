import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

const STANDARD_ERROR = 2;
const NOT_READY_PAUSE_MS = 20;
const pauses = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes the log to standard error, line by line. A line that cannot be written, because the disk is full or nobody reads any more, is left
 * out: pino's own destination would end the process then, or keep it from ending.
 */
export function logOutput(): DestinationStream {
  let isCut = false;
  return {
    write(line) {
      const bytes = Buffer.from(isCut ? `\n${line}` : line);
      let done = 0;
      try {
        while (done < bytes.length) done += writeSome(bytes, done);
        isCut = false;
      } catch {
        isCut ||= done > 0;
      }
    },
  };
}

/** Returns how many bytes were written: none if a pipe has no room yet. */
function writeSome(bytes: Buffer, from: number): number {
  try {
    return writeSync(STANDARD_ERROR, bytes, from);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EAGAIN' && code !== 'EBUSY') throw error;
    Atomics.wait(pauses, 0, 0, NOT_READY_PAUSE_MS);
    return 0;
  }
}
