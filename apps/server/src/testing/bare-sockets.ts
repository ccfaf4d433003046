import { createServer } from 'node:http';
import { Server } from 'socket.io';

// Socket.IO alone, in a separate process, which `npm run bench -- sockets` compares the hub with. Each connection names its room.

const http = createServer();
const io = new Server(http, { serveClient: false });
io.on('connection', (socket) => socket.join(String(socket.handshake.auth.room)));
http.listen(0, '127.0.0.1', () => {
  const address = http.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
});
process.on('message', (order: 'memory' | { globalCustomerNumber: string; resource: string; ids: number[] }) => {
  if (order !== 'memory') {
    const { globalCustomerNumber, resource, ids } = order;
    const sentAt = performance.timeOrigin + performance.now();
    io.to(globalCustomerNumber).emit('RecordsChanged', { globalCustomerNumber, resource, ids });
    process.send?.({ id: ids[0], sentAt });
    return;
  }
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  process.send?.({ rss: process.memoryUsage().rss, cpuMs: (user + system) / 1000 });
});
