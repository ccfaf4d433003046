import type { FastifyReply } from 'fastify';

/** How long a client may leave waiting data unread. */
const UNREAD_MS = 60_000;

/** Ends a response that the client no longer reads, to free its resources. */
export function endWhenUnread(response: FastifyReply['raw'], unreadMs = UNREAD_MS): void {
  let sent = -1;
  const timer = setInterval(() => {
    const { socket } = response;
    // Bytes that were sent to the network, without those still buffered.
    const left = socket ? socket.bytesWritten - socket.writableLength : 0;
    const isWaiting = response.writableLength > 0 || (socket?.writableLength ?? 0) > 0;
    if (isWaiting && left === sent) response.destroy();
    sent = left;
  }, unreadMs);
  timer.unref();
  response.once('close', () => clearInterval(timer));
}
