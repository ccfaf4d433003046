import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Runs steps one after the other and prints each with its time. What was started is stopped in reverse order, also after a failure. */
export class Rehearsal {
  readonly #say: (line: string) => void;
  readonly #startedAt = performance.now();
  readonly #cleanups: { name: string; run: () => unknown }[] = [];

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  /** Runs a step. Its result may come with a line about what a deployer would see. */
  async step<T>(title: string, work: (tell: (line: string) => void) => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const lines: string[] = [];
    try {
      return await work((line) => void lines.push(line));
    } catch (error) {
      throw new Error(`${title}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    } finally {
      this.#say(`${seconds(performance.now() - startedAt)}  ${title}`);
      for (const line of lines) this.#say(`            ${line}`);
    }
  }

  /** Notes how something is stopped. */
  onEnd(name: string, run: () => unknown): void {
    this.#cleanups.push({ name, run });
  }

  /** Stops everything. A failure is logged, and the rest is stopped all the same. */
  async end(): Promise<boolean> {
    let isClean = true;
    for (const { name, run } of this.#cleanups.splice(0).reverse()) {
      try {
        await run();
      } catch (error) {
        isClean = false;
        this.#say(`            ${name} did not stop: ${String(error)}`);
      }
    }
    this.#say(`${seconds(performance.now() - this.#startedAt)}  altogether`);
    return isClean;
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1).padStart(8)} s`;

/** Waits for a condition. */
export async function until<T>(what: string, find: () => T | undefined | Promise<T | undefined>, withinMs = 60_000): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`${what} did not come within ${withinMs / 1000} s`);
    await pause(100);
  }
}

/** A proxy in front of several processes: each request goes to the next of them. */
export async function startProxy(): Promise<{ url: string; targets: string[]; stop(): Promise<void> }> {
  const targets: string[] = [];
  let turn = 0;
  const server = createServer((incoming, answer) => {
    const target = targets[turn % targets.length];
    if (!target) return void answer.writeHead(503).end();
    turn++;
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
    const outgoing = request(`${target}${incoming.url}`, { method: incoming.method, headers }, (received) => {
      answer.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(answer);
    });
    outgoing.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
    incoming.pipe(outgoing);
  });
  return { url: await listen(server), targets, stop: () => close(server) };
}

/** A message as a receiver of webhooks got it. */
export interface ReceivedEvent {
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

/** Receives webhooks. */
export async function startReceiver(): Promise<{ url: string; received: ReceivedEvent[]; stop(): Promise<void> }> {
  const received: ReceivedEvent[] = [];
  const server = createServer(async (incoming, answer) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    received.push({ headers: incoming.headers, body });
    answer.writeHead(204).end();
  });
  return { url: `${await listen(server)}/hook`, received, stop: () => close(server) };
}

/** Whether a message is signed with the secret, as the Standard Webhooks specification says. */
export function isSigned({ headers, body }: ReceivedEvent, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}

/** Returns the text of a mail as it was sent: undoes quoted-printable and base64. */
export function textOfMail(source: string): string {
  const [head = '', ...rest] = source.replaceAll('\r\n', '\n').split('\n\n');
  const body = rest.join('\n\n');
  if (/content-transfer-encoding:\s*base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/content-transfer-encoding:\s*quoted-printable/i.test(head)) return body;
  const bytes = body.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
