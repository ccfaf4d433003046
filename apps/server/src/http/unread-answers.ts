import type { FastifyReply } from 'fastify';

/** How long a reader may take nothing of what waits for them. */
const UNREAD_MS = 60_000;

/** Ends an answer that nobody reads any more, so that what makes it is free again. */
export function endWhenUnread(response: FastifyReply['raw'], unreadMs = UNREAD_MS): void {
  let sent = -1;
  const timer = setInterval(() => {
    const { socket } = response;
    // Bytes that left for the network, without those that wait for it.
    const left = socket ? socket.bytesWritten - socket.writableLength : 0;
    const isWaiting = response.writableLength > 0 || (socket?.writableLength ?? 0) > 0;
    if (isWaiting && left === sent) response.destroy();
    sent = left;
  }, unreadMs);
  timer.unref();
  response.once('close', () => clearInterval(timer));
}
