import { setTimeout as pause } from 'node:timers/promises';
import { HEADERS } from '@yardage/contract/headers';
import { findFreePorts } from '../free-ports.ts';
import { type ServerProcess, startServer } from '../start-server.ts';
import type { Fault, Ground } from './torture.ts';

const PLANT_FAULT = new URL('../../../../../scripts/lib/plant-fault.mjs', import.meta.url).href;
const MOVE_CLOCK = new URL('../../../../../scripts/lib/move-clock.mjs', import.meta.url).href;
const CALL_TIMEOUT_MS = 30_000;
const MAX_STARTS = 4;

/** Returns what a process needs to start with a fault. */
export function plant(fault: Fault | undefined): { env: Record<string, string>; flags: string[] } {
  return fault ? { env: { PLANTED_FAULT: JSON.stringify(fault) }, flags: ['--import', PLANT_FAULT] } : { env: {}, flags: [] };
}

export type Role = 'web' | 'worker';

interface Place {
  role: Role;
  url: string;
  port: number;
  /** Undefined while it starts. */
  server: ServerProcess | undefined;
}

/** A response, or undefined if none came: the process died, or was not there. */
export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows what it asked for.
  body: any;
}

export interface Call {
  method?: string;
  token?: string;
  headers?: Record<string, string>;
  body?: unknown;
  form?: FormData;
}

/** Several processes of the portal on one database, each at its own port, which are killed and started again. */
export class Fleet {
  readonly #env: Record<string, string>;
  readonly #flags: string[];
  readonly #places: Place[];
  readonly #starting = new Set<Promise<void>>();
  #isOver = false;
  /** Why a process could not be started again. */
  #failure: unknown;
  #turn = 0;
  kills = 0;
  /** Why processes did not start. */
  readonly failedStarts: string[] = [];
  /** What the processes that ended have written. */
  readonly outputs: string[] = [];
  /** Called with every answer, or without one if the process was not there. */
  onAnswer: (asked: { path: string; isRead: boolean; startedAt: number }, answer: Answer | undefined) => void = () => {};

  private constructor(places: Place[], env: Record<string, string>, fault: Fault | undefined) {
    this.#places = places;
    const planted = plant(fault);
    this.#env = { ...env, ...planted.env };
    this.#flags = [...planted.flags, ...(env.MOVED_CLOCK ? ['--import', MOVE_CLOCK] : [])];
  }

  /** Starts the processes and waits until all of them listen. */
  static async start(ground: Ground, roles: readonly Role[], env: Record<string, string>, fault?: Fault): Promise<Fleet> {
    const ports = await findFreePorts(roles.length);
    const places = roles.map((role, index) => {
      const port = ports[index] ?? 0;
      return { role, port, url: `http://127.0.0.1:${port}`, server: undefined };
    });
    const shared = {
      ...ground.issuer.env,
      DATABASE_URL: ground.databaseUrl,
      LOG_LEVEL: 'error',
      SIMULATOR: 'off',
      STOP_DELAY_SECONDS: '0',
    };
    const fleet = new Fleet(places, { ...shared, ...env }, fault);
    await Promise.all(places.map((place) => fleet.#open(place)));
    return fleet;
  }

  /** Starts a process, and once more if that fails, as whatever keeps processes running would. */
  async #open(place: Place): Promise<void> {
    for (let tries = 1; !this.#isOver; tries += 1) {
      try {
        const server = await startServer({ ...this.#env, ROLE: place.role, PORT: String(place.port) }, this.#flags);
        if (this.#isOver) return server.kill();
        place.server = server;
        return;
      } catch (error) {
        this.failedStarts.push(String(error));
        if (tries === MAX_STARTS) throw error;
      }
    }
  }

  #reopen(place: Place): void {
    const opening = this.#open(place)
      .catch((error) => {
        this.#failure = error;
      })
      .finally(() => this.#starting.delete(opening));
    this.#starting.add(opening);
  }

  /** The addresses of the web processes, of which some may be starting. */
  get urls(): string[] {
    return this.#places.filter(({ role }) => role === 'web').map(({ url }) => url);
  }

  /** The addresses of all processes, workers included. */
  get allUrls(): string[] {
    return this.#places.map(({ url }) => url);
  }

  pickUrl(): string {
    const { urls } = this;
    return urls[Math.floor(Math.random() * urls.length)] ?? '';
  }

  /**
   * Kills one running process, the next in turn, or stops it gently, and starts it again. Waits until another process of its role runs,
   * because where processes start slowly, none would be left to do the work.
   */
  async killNext(isGently = false): Promise<void> {
    for (;;) {
      this.#check();
      const running = this.#places.filter(({ server }) => server);
      const isAlone = (role: Role) => this.#places.filter((each) => each.role === role).length === 1;
      const hasOther = (role: Role) => isAlone(role) || running.filter((each) => each.role === role).length > 1;
      const dispensable = running.filter(({ role }) => hasOther(role));
      const place = dispensable[this.#turn++ % Math.max(1, dispensable.length)];
      if (place) return this.#kill(place, isGently);
      await pause(50);
    }
  }

  async #kill(place: Place, isGently: boolean): Promise<void> {
    const { server } = place;
    place.server = undefined;
    await (isGently ? server?.stop() : server?.kill());
    this.outputs.push(server?.output() ?? '');
    this.kills += 1;
    this.#reopen(place);
  }

  /** Kills processes at an interval, one after the other. */
  async killMany(count: number, everyMs: number): Promise<void> {
    for (let kill = 0; kill < count; kill += 1) {
      await pause(everyMs);
      await this.killNext();
    }
  }

  /** Waits until all processes run again. */
  async whole(): Promise<void> {
    while (this.#starting.size > 0) await Promise.all(this.#starting);
    this.#check();
  }

  /** Throws if a process could not be started again, which ends the part. */
  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Calls a web process, any of them unless one is given. */
  async call(path: string, call: Call = {}, url = this.pickUrl()): Promise<Answer | undefined> {
    const isRead = (call.method ?? 'GET') === 'GET' && call.body === undefined && call.form === undefined;
    const asked = { path, isRead, startedAt: performance.now() };
    const answer = await this.#ask(path, call, url);
    this.onAnswer(asked, answer);
    return answer;
  }

  async #ask(path: string, { method, token, headers, body, form }: Call, url: string): Promise<Answer | undefined> {
    try {
      const answer = await fetch(`${url}/api${path}`, {
        method: method ?? (body === undefined && form === undefined ? 'GET' : 'POST'),
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? (form ? { body: form } : {}) : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
    } catch {
      return undefined;
    }
  }

  /** Repeats a write with the same idempotency key until the status is neither 429 nor 5xx. */
  async insist(path: string, call: Call, key: string, isOver: () => boolean = () => false): Promise<Answer | undefined> {
    while (!isOver()) {
      const answer = await this.call(path, { ...call, headers: { ...call.headers, [HEADERS.idempotencyKey]: key } });
      if (answer && answer.status < 500 && answer.status !== 429) return answer;
      await pause(50 + Math.random() * 150);
    }
    return undefined;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled(this.#starting);
    await Promise.all(
      this.#places.map(async ({ server }) => {
        await server?.kill();
        this.outputs.push(server?.output() ?? '');
      }),
    );
  }
}
