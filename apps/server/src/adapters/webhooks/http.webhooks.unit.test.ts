import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createSocketServer, type Server as SocketServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { httpWebhooks, type Resolve } from './http.webhooks.ts';
import { isPublicAddress } from './public-address.ts';

const servers: (Server | SocketServer)[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
});
async function listen(server: Server | SocketServer): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}
const serve = (listener: RequestListener) => listen(createServer(listener));

const MESSAGE = { chosenBy: 'supplier' as const, headers: { 'content-type': 'application/json', 'webhook-id': 'x' }, body: '{"a":"ü"}' };
const OPEN = { allowsPrivate: true, allowsHttp: true, timeoutMs: 20_000 };
const CLOSED = { ...OPEN, allowsPrivate: false };

describe('sending a webhook', () => {
  it('EVT-03 posts the body and returns the status', async () => {
    let received = '';
    const port = await serve((request, response) => {
      request.on('data', (chunk) => {
        received += chunk;
      });
      request.on('end', () => response.writeHead(204).end());
    });
    expect(await httpWebhooks(OPEN).send({ ...MESSAGE, url: `http://127.0.0.1:${port}/hook?a=1` })).toBe(204);
    expect(received).toBe(MESSAGE.body);
  });

  it('EVT-04 does not follow a redirect, to a private address or elsewhere', async () => {
    let isReached = false;
    const target = await serve((_request, response) => {
      isReached = true;
      response.end();
    });
    const port = await serve((_request, response) => response.writeHead(307, { location: `http://127.0.0.1:${target}/` }).end());
    expect(await httpWebhooks(OPEN).send({ ...MESSAGE, url: `http://127.0.0.1:${port}/` })).toBe(307);
    expect(isReached).toBe(false);
  });

  it('EVT-03 EVT-04 ends with the status, however long the body is', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1);
      response.on('close', () => clearInterval(timer));
    });
    expect(await httpWebhooks(OPEN).send({ ...MESSAGE, url: `http://127.0.0.1:${port}/` })).toBe(200);
  });

  it('EVT-03 gives up on a receiver that never answers, or drips its headers', async () => {
    const silent = await serve(() => {});
    const dripping = await listen(
      createSocketServer((socket) => {
        socket.on('error', () => {}).resume();
        socket.write('HTTP/1.1 200 OK\r\n');
        const timer = setInterval(() => socket.write('X-Drip: 1\r\n'), 20);
        socket.on('close', () => clearInterval(timer));
      }),
    );
    for (const port of [silent, dripping]) {
      const sent = httpWebhooks({ ...OPEN, timeoutMs: 300 }).send({ ...MESSAGE, url: `http://127.0.0.1:${port}/` });
      await expect(sent).rejects.toThrow('The server did not answer in time.');
    }
  });

  it('EVT-03 EVT-04 ends with the status if the receiver wants to change the protocol', async () => {
    const port = await listen(
      createSocketServer((socket) => {
        socket.on('error', () => {}).resume();
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
      }),
    );
    expect(await httpWebhooks(OPEN).send({ ...MESSAGE, url: `http://127.0.0.1:${port}/` })).toBe(101);
  });

  it('EVT-03 refuses endless headers and answers that are not HTTP', async () => {
    const port = await listen(
      createSocketServer((socket) => {
        socket.on('error', () => {}).resume();
        socket.write(`HTTP/1.1 200 OK\r\n${'X-Long: '.padEnd(100_000, 'x')}\r\n`);
      }),
    );
    const nonsense = await listen(
      createSocketServer(
        (socket) =>
          void socket
            .on('error', () => {})
            .resume()
            .end('hello\r\n\r\n'),
      ),
    );
    for (const each of [port, nonsense]) {
      await expect(httpWebhooks(OPEN).send({ ...MESSAGE, url: `http://127.0.0.1:${each}/` })).rejects.toThrow(
        'The server could not be reached.',
      );
    }
  });
});

describe('an address that a webhook may not reach', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]/',
    'http://[fe80::1]/',
    'http://10.1.2.3/',
    'http://192.168.0.1/',
    'http://172.31.255.255/',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/',
    'http://0.0.0.0/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
  ])('EVT-04 is refused before anything is sent: %s', async (url) => {
    const webhooks = httpWebhooks(CLOSED);
    expect(webhooks.faultOf(url, 'supplier')).toBe('The address is in a private network, which is not allowed.');
    await expect(webhooks.send({ ...MESSAGE, url })).rejects.toThrow('private network');
  });

  it.each([
    ['ftp://example.com/', 'Use an address as'],
    ['nothing', 'Use an address as'],
    ['https://user:secret@example.com/', 'user name or password'],
  ])('EVT-04 is refused if it is not a plain web address: %s', (url, message) => {
    expect(httpWebhooks(OPEN).faultOf(url, 'supplier')).toContain(message);
  });

  it('EVT-04 is refused without encryption unless the configuration allows it', () => {
    expect(httpWebhooks({ ...OPEN, allowsHttp: false }).faultOf('http://example.com/', 'supplier')).toContain('https');
    expect(httpWebhooks(CLOSED).faultOf('http://example.com/', 'supplier')).toBeUndefined();
    expect(httpWebhooks({ ...OPEN, allowsHttp: false }).faultOf('https://example.com/', 'supplier')).toBeUndefined();
  });

  it('EVT-04 is refused at the connection if its name resolves to it, also from the second time on', async () => {
    let isReached = false;
    const port = await serve((_request, response) => {
      isReached = true;
      response.end();
    });
    // The first answer looks harmless, as with DNS rebinding; the connection goes to what was checked, never to a later answer.
    const answers: string[][] = [['93.184.216.34', '127.0.0.1'], ['127.0.0.1'], ['169.254.169.254'], ['::ffff:127.0.0.1']];
    const resolve: Resolve = async () => (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const webhooks = httpWebhooks(CLOSED, resolve);
    for (const _ of [1, 2, 3, 4]) {
      await expect(webhooks.send({ ...MESSAGE, url: `http://rebind.example.com:${port}/` })).rejects.toThrow('private network');
    }
    await expect(webhooks.send({ ...MESSAGE, url: `http://rebind.example.com:${port}/` })).rejects.toThrow('not known');
    expect(isReached).toBe(false);
  });

  it('EVT-04 is resolved once per message and connected to as resolved', async () => {
    const port = await serve((request, response) =>
      response.writeHead(request.headers.host === `hook.example.com:${port}` ? 200 : 500).end(),
    );
    let asked = 0;
    const resolve: Resolve = async () => {
      asked += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const url = `http://hook.example.com:${port}/`;
    expect(await httpWebhooks(OPEN, resolve).send({ ...MESSAGE, url })).toBe(200);
    expect(asked).toBe(1);
  });

  it("EVT-04 is refused to customers even where the supplier's own webhooks may reach it", async () => {
    const port = await serve((_request, response) => response.end());
    const askedFor: string[] = [];
    const webhooks = httpWebhooks(OPEN, async (_host, chosenBy) => {
      askedFor.push(chosenBy);
      return [{ address: '127.0.0.1', family: 4 }];
    });
    expect(webhooks.faultOf(`http://127.0.0.1:${port}/`, 'customer')).toContain('private network');
    const message = { ...MESSAGE, url: `http://inside.example.com:${port}/` };
    await expect(webhooks.send({ ...message, chosenBy: 'customer' })).rejects.toThrow('private network');
    expect(await webhooks.send(message)).toBe(200);
    expect(askedFor).toEqual(['customer', 'supplier']);
  });

  it('EVT-04 public addresses pass', () => {
    for (const address of ['93.184.216.34', '8.8.8.8', '2606:4700:4700::1111']) expect(isPublicAddress(address), address).toBe(true);
  });
});
