import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isLoginRefused } from './failures.ts';

/** Whether the database answers and accepts writes. */
export interface Health {
  isAnswering: boolean;
  /** False on a standby, or on a server that was made read only. */
  isWritable: boolean;
  /** Why it does not answer: a code of PostgreSQL or of the network, and its message. */
  reason?: string;
}

/** What the rest of the server knows about the health of the database. */
export interface HealthSource {
  /** The result of the last check; never waits. */
  readonly health: Health;
  /** Calls the listener whenever the health changes. */
  onChange(listener: (health: Health) => void): void;
  /**
   * Calls the listener with each notification that rights have changed, and with undefined whenever notifications may have been missed. Returns
   * the function that unsubscribes, or undefined if the engine sends no notifications.
   */
  onAccessChange(listener: (payload: string | undefined) => void): (() => void) | undefined;
}

/** The embedded engine runs in this process. */
export const ALWAYS_HEALTHY: HealthSource = {
  health: { isAnswering: true, isWritable: true },
  onChange: () => {},
  onAccessChange: () => undefined,
};

const CHECK_MS = 1_000;
/** With the pause between checks, a silent database is noticed in four seconds. */
const SILENCE_MS = 3_000;
const CHECK = 'show transaction_read_only';
/** Triggers NOTIFY this channel when rights change. The once-a-second check on the same connection shows that LISTEN still works. */
const ACCESS_CHANNEL = 'yardage_access';

/** Checks the database once a second on a connection of its own, so that the others can fail at once while it does not answer. */
export class DatabaseWatch implements HealthSource {
  readonly #config: pg.ClientConfig;
  readonly #listeners = new Set<(health: Health) => void>();
  readonly #silenceListeners = new Set<() => void>();
  readonly #accessListeners = new Set<(payload: string | undefined) => void>();
  /** Called when a check starts. It returns a function that tells whether other connections have received data since. */
  #activityCheck: () => () => boolean = () => () => false;
  /** Rejects the connection attempts under way. */
  readonly #waiting = new Set<(error: Error) => void>();
  readonly #closed = new AbortController();
  #client: pg.Client | undefined;
  #health: Health = { isAnswering: true, isWritable: true };
  #isSilent = false;

  constructor(config: pg.ClientConfig) {
    this.#config = { ...config, connectionTimeoutMillis: SILENCE_MS };
  }

  get health(): Health {
    return this.#health;
  }

  onChange(listener: (health: Health) => void): void {
    this.#listeners.add(listener);
  }

  onAccessChange(listener: (payload: string | undefined) => void): () => void {
    this.#accessListeners.add(listener);
    return () => this.#accessListeners.delete(listener);
  }

  /** Calls the listener at every check that got no answer, but not at one that was refused. */
  onSilence(listener: () => void): void {
    this.#silenceListeners.add(listener);
  }

  /** Sets the activity check: a database that is slow to answer a check, but still answers other connections, is not silent. */
  useActivityCheck(activityCheck: () => () => boolean): void {
    this.#activityCheck = activityCheck;
  }

  /** Connects, and throws if that fails. Later failures only change the health. */
  async start(): Promise<void> {
    await this.#check();
    void this.#checkRepeatedly();
  }

  close(): void {
    this.#closed.abort();
    this.#drop();
  }

  /** Resolves like `connect`, but rejects as soon as the database is known to be silent. A connection that comes too late is released. */
  unlessSilent(connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    if (this.#isSilent) return Promise.reject(silence());
    return new Promise((resolve, reject) => {
      let isOver = false;
      const giveUp = (error: Error) => {
        isOver = true;
        reject(error);
      };
      this.#waiting.add(giveUp);
      connect().then(
        (client) => {
          this.#waiting.delete(giveUp);
          if (isOver) client.release();
          else resolve(client);
        },
        (error) => {
          this.#waiting.delete(giveUp);
          if (isLoginRefused(error)) this.reconnect();
          reject(error);
        },
      );
    });
  }

  /** Opens a new connection at the next check. Called when the server refuses new logins, which the old connection cannot notice. */
  reconnect(): void {
    this.#drop();
  }

  async #checkRepeatedly(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted) {
      await pause(CHECK_MS, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      // A connection that was closed, for instance by a restart of the server, is replaced at once; not one that was closed by close().
      const hadConnection = this.#client !== undefined;
      await this.#check()
        .catch((error) => (hadConnection && !signal.aborted && !isSilence(error) ? this.#check() : Promise.reject(error)))
        .catch(this.#fail);
    }
  }

  async #check(): Promise<void> {
    const isAnsweringOthers = this.#activityCheck();
    try {
      this.#client ??= await this.#connect();
      const { rows } = await answerOf(this.#client.query<{ transaction_read_only: string }>(CHECK));
      const isWritable = rows[0]?.transaction_read_only === 'off';
      this.#isSilent = false;
      // The next check may reach another server under the same address.
      if (!isWritable) this.#drop();
      this.#set({ isAnswering: true, isWritable });
    } catch (error) {
      this.#drop();
      if (isSilence(error) && isAnsweringOthers()) return;
      throw error;
    }
  }

  #fail = (error: unknown): void => {
    if (this.#closed.signal.aborted) return;
    if (isSilence(error)) {
      this.#isSilent = true;
      for (const giveUp of this.#waiting) giveUp(silence());
      this.#waiting.clear();
      for (const listener of this.#silenceListeners) listener();
    }
    const { code, message } = error as { code?: unknown; message?: unknown };
    this.#set({ isAnswering: false, isWritable: false, reason: `${code ?? 'no code'}: ${message}` });
  };

  #set(health: Health): void {
    const { isAnswering, isWritable } = this.#health;
    this.#health = health;
    if (health.isAnswering === isAnswering && health.isWritable === isWritable) return;
    for (const listener of this.#listeners) listener(health);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on('error', () => {});
    client.on('notification', ({ payload = '' }) => this.#notifyAccess(payload));
    try {
      await client.connect();
      await answerOf(client.query(`listen ${ACCESS_CHANNEL}`));
      // close() can close only a connection that is there already.
      this.#closed.signal.throwIfAborted();
      this.#notifyAccess(undefined);
    } catch (error) {
      closeNow(client);
      throw /timeout expired/.test((error as Error).message) ? silence() : error;
    }
    return client;
  }

  #notifyAccess(payload: string | undefined): void {
    for (const listener of this.#accessListeners) listener(payload);
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    if (client) closeNow(client);
  }
}

/**
 * A pool whose callers do not wait for a silent database: their statements fail, their connections are closed, and `connect` rejects until the
 * database answers again.
 */
export class WatchedPool extends pg.Pool {
  readonly #watch: DatabaseWatch;
  readonly #all = new Set<pg.PoolClient>();
  readonly #inUse = new Set<pg.PoolClient>();

  constructor(config: pg.PoolConfig, watch: DatabaseWatch) {
    super(config);
    this.#watch = watch;
    this.on('connect', (client) => this.#all.add(client));
    this.on('remove', (client) => this.#all.delete(client));
    this.on('acquire', (client) => this.#inUse.add(client));
    this.on('release', (_error, client) => this.#inUse.delete(client));
    watch.useActivityCheck(() => {
      const before = new Map([...this.#all].map((client) => [client, bytesRead(client)]));
      return () => [...this.#all].some((client) => bytesRead(client) > (before.get(client) ?? 0));
    });
    watch.onSilence(() => {
      for (const client of this.#all) closeNow(client, silence());
    });
    watch.onChange(({ isAnswering, isWritable }) => {
      // After a failover the idle connections lead to the server that is read only now.
      if (isAnswering && !isWritable) for (const client of this.#all) if (!this.#inUse.has(client)) closeNow(client);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void;
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): Promise<pg.PoolClient> | undefined {
    const connecting = this.#watch.unlessSilent(() => super.connect());
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, (release) => client.release(release as Error | undefined)),
      (error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }
}

/** Rejects with `silence()` if there is no answer within SILENCE_MS. */
function answerOf<T>(query: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // If this process was blocked, the answer may already have arrived: the timer lets it be read first.
    const timer = setTimeout(() => setImmediate(() => setImmediate(() => reject(silence()))), SILENCE_MS);
    timer.unref();
    query.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** How much a connection has received so far. */
function bytesRead(client: unknown): number {
  return (client as { connection: { stream: { bytesRead?: number } } }).connection.stream.bytesRead ?? 0;
}

function closeNow(client: unknown, error?: Error): void {
  (client as { connection: { stream: { destroy(error?: Error): void } } }).connection.stream.destroy(error);
}

/** The code is that of a network time-out, which callers treat as "not now". */
const silence = () => Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' });
const isSilence = (error: unknown) => (error as { code?: unknown }).code === 'ETIMEDOUT';
