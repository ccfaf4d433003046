import { isPermanentFailure, SessionLost } from '#web/lib/http/http-errors.ts';

const AGAIN_MS = 3000;
const MAX_MS = 60_000;

/**
 * Returns a function that sends the read marks of one chat, each once. One that got lost is sent again after a while: what was seen stays
 * seen, whether or not anybody scrolls again. One that the server refused is not.
 */
export function readMarks(send: (sequence: number) => Promise<unknown>, onFailed: (cause: unknown) => void): (sequence: number) => void {
  let marked = 0;
  let againMs = AGAIN_MS;
  const mark = (sequence: number): void => {
    if (sequence <= marked) return;
    marked = sequence;
    send(sequence).then(
      () => {
        againMs = AGAIN_MS;
      },
      (cause: unknown) => {
        onFailed(cause);
        if (marked !== sequence || isPermanentFailure(cause) || cause instanceof SessionLost) return;
        marked = sequence - 1;
        setTimeout(() => mark(sequence), againMs);
        againMs = Math.min(MAX_MS, againMs * 2);
      },
    );
  };
  return mark;
}
