import { connect, type Socket } from 'node:net';

const HEADERS_END = '\r\n\r\n';

interface Connection {
  socket: Socket;
  take: (chunk: Buffer) => void;
  fail: (error: Error) => void;
}

/**
 * Sends requests over kept-alive connections and reads only the status and the end of a response. The client shares its processors
 * with the server, and Node's own client costs as much as what it measures.
 */
export function leanClient(port: number, headers: Readonly<Record<string, string>>) {
  const idle: Connection[] = [];
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const all = new Set<Socket>();
  let lastBytes = 0;

  async function open(): Promise<Connection> {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    all.add(socket);
    const connection: Connection = { socket, take: () => {}, fail: () => {} };
    socket.on('data', (chunk) => connection.take(chunk));
    socket.on('error', (error) => connection.fail(error));
    // The server closes connections that were idle for long, for instance while something slow was measured.
    socket.on('close', () => {
      all.delete(socket);
      const index = idle.indexOf(connection);
      if (index >= 0) idle.splice(index, 1);
      connection.fail(new Error('The server closed the connection.'));
    });
    await new Promise((resolve) => socket.once('connect', resolve));
    return connection;
  }

  return {
    get: async (path: string): Promise<void> => {
      const connection = idle.pop() ?? (await open());
      await new Promise<void>((resolve, reject) => {
        let left: number | undefined;
        connection.fail = reject;
        connection.take = (chunk) => {
          if (left === undefined) {
            const head = chunk.indexOf(HEADERS_END);
            const text = chunk.toString('latin1', 0, head);
            if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(`${path} answered ${text.slice(0, 20)}`));
            lastBytes = Number(/content-length: (\d+)/i.exec(text)?.[1]);
            left = lastBytes + head + HEADERS_END.length;
          }
          left -= chunk.length;
          if (left === 0) resolve();
        };
        connection.socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
      });
      idle.push(connection);
    },
    /** The length of the last response's body. */
    lastBytes: () => lastBytes,
    close: () => {
      for (const socket of all) socket.destroy();
    },
  };
}
