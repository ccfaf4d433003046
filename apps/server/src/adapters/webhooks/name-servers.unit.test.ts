import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { askNameServers } from './name-servers.ts';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const open: { close(): void }[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

/** Starts a name server that knows one IPv4 address of every host and no IPv6 address, or answers nothing. Returns its address. */
async function nameServer(address?: readonly number[]): Promise<string> {
  const socket = createSocket('udp4');
  open.push(socket);
  socket.on('message', (query, { port }) => {
    if (!address) return;
    const question = query.subarray(HEADER_BYTES, query.indexOf(0, HEADER_BYTES) + 5);
    const isKnown = question.readUInt16BE(question.length - 4) === TYPE_A;
    const head = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, 0x80, 0, 1, 0, isKnown ? 1 : 0, 0, 0, 0, 0]);
    // The name of the question, type A, class IN, a minute, four bytes.
    const answer = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, ...address]);
    socket.send(Buffer.concat(isKnown ? [head, question, answer] : [head, question]), port, '127.0.0.1');
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

describe('asking the name servers', () => {
  it('EVT-04 returns the addresses of a host, also if it has none of one kind', async () => {
    const servers = [await nameServer([203, 0, 113, 9])];
    expect(await askNameServers('hooks.example.com', { servers })).toEqual([{ address: '203.0.113.9', family: 4 }]);
  });

  it('EVT-04 ends if they do not answer', async () => {
    const servers = [await nameServer()];
    await expect(askNameServers('hooks.example.com', { servers, tryMs: 100 })).rejects.toMatchObject({ code: 'ETIMEOUT' });
  });
});
