import { setTimeout as pause } from 'node:timers/promises';
import { type Db, type Job, type JobResult, PgBoss } from 'pg-boss';
import pgBoss from 'pg-boss/package.json' with { type: 'json' };
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Database, Transaction } from '#server/database/database';
import { type SQL, sql } from '#server/database/drizzle';
import { SchemaError } from '#server/database/migrate';
import { traced } from '#server/tracing';
import { backendOf, JOB_ROLE, JOB_SCHEMA, unwrap } from './job-tables.ts';
import type { RoundName } from './round-intervals.ts';

/** A kind of background job. Its data refers to records by id and carries no content. */
export interface JobKind<Data extends z.ZodType = z.ZodType> {
  name: string;
  data: Data;
  /** Retries after the first try; the pause between them doubles, starting at `retryDelaySeconds`. */
  retryLimit: number;
  retryDelaySeconds: number;
  run(data: z.output<Data>): Promise<void>;
  /** Called once when no retry is left, so that the job's record can show it. */
  onDead(data: z.output<Data>): Promise<void>;
}

/** A task that runs at an interval and finds its work in its own records. A failed run is logged and repeated. */
export interface Round {
  name: string;
  intervalMs: number;
  run(): Promise<unknown>;
  /**
   * Whether there may be work, as a condition in SQL that an index answers. One statement a second asks for all rounds that have one, so that
   * a portal without work hardly uses the processor. The round runs when it holds, and after its interval in any case.
   */
  hasWork?: SQL;
  /** Waits for work that a run started and did not wait for. */
  drain?(): Promise<void>;
}

/** The health of a round in this process. */
export interface RoundHealth {
  round: string;
  /** How long its last good run is overdue; 0 while all is well. */
  overdueSeconds: number;
  failures: number;
}

export interface JobCounts {
  kind: string;
  dead: number;
  /** Jobs that could run now. */
  waiting: number;
  oldestSeconds: number;
}

/** Each kind is polled once a second and runs several jobs at once, so that one waiting for a slow server does not block the others. */
const WORK = { pollingIntervalSeconds: 1, batchSize: 5, burstWhenBatchFull: true, perJobResults: true } as const;
/** Jobs that failed for good are polled less often, because nobody waits for them. */
const DEAD_WORK = { ...WORK, pollingIntervalSeconds: 5 } as const;
/** The round that asks the database whether there is work for the others. */
const LOOK_ROUND = 'look-for-work';
const LOOK_MS = 1_000;
/** A job whose process died is taken up after this time, plus the next look at the queues. */
const HEARTBEAT_SECONDS = 20;
const SUPERVISE_SECONDS = 10;
const STOP_TIMEOUT_MS = 10_000;
/** How pg-boss asks for the version of its tables. */
const VERSION_STATEMENT = `SELECT version from ${JOB_SCHEMA}.version`;
const OLD_TABLES = 'The tables of background work are those of an older version. Run ROLE=migrate first.';
/** A round that is woken again and again still rests for this long between two runs. */
const MIN_REST_MS = 50;

/** Background jobs on pg-boss: enqueued in the transaction that causes them, retried with growing pauses, and counted when dead. */
export class Jobs {
  readonly #database: Database;
  readonly #boss: PgBoss;
  readonly #log: Logger;
  readonly #works: boolean;
  readonly #kinds = new Map<string, JobKind>();
  readonly #rounds: Round[] = [];
  /** By round: when it last ran without a failure, or was started (by `performance.now`), and how often it failed. */
  readonly #health = new Map<string, { goodAt: number; failures: number }>();
  #isHeld: (round: string) => Promise<boolean> = async () => false;
  readonly #loops: Promise<void>[] = [];
  /** Rounds to run again soon, and what ends the rest of those that are resting. */
  readonly #woken = new Set<string>();
  readonly #resting = new Map<string, () => void>();
  #isWorking = false;
  #canEnqueue = false;
  #whenStopped = new AbortController();

  /** Without `works`, this process enqueues jobs and leaves them to others. */
  constructor(database: Database, log: Logger, works = true) {
    this.#works = works;
    this.#database = database;
    this.#log = log;
    this.#boss = new PgBoss({
      db: acceptingNewer(ownConnection(database)),
      schema: JOB_SCHEMA,
      backend: backendOf(database.engine),
      schedule: false,
      // The tables were installed by their owner.
      migrate: false,
      supervise: works,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
    });
    this.#boss.on('error', (error) => log.error({ err: error }, 'job machinery failed'));
  }

  /** Declares a kind of job. Call it before `start`. */
  add<Data extends z.ZodType>(kind: JobKind<Data>): void {
    this.#kinds.set(kind.name, kind as unknown as JobKind);
  }

  /** Declares a round. Call it before `start`. */
  addRound(round: Round): void {
    this.#rounds.push(round);
  }

  /** Leaves out these rounds for as long as `isHeld` says so. */
  holdRounds(names: readonly RoundName[], isHeld: () => Promise<boolean>): void {
    const held = new Set<string>(names);
    this.#isHeld = async (round) => held.has(round) && isHeld();
  }

  /** Creates missing queues. From then on jobs can be enqueued. */
  async prepare(): Promise<void> {
    if (this.#canEnqueue) return;
    await this.#boss.start().catch((error) => {
      throw /requires migrations|not installed/.test((error as Error).message) ? new SchemaError(OLD_TABLES) : error;
    });
    for (const kind of this.#kinds.values()) {
      const deadName = deadLetterOf(kind.name);
      await this.#offer(deadName, { retryLimit: 5, retryDelay: 5 });
      await this.#offer(kind.name, { retryLimit: kind.retryLimit, retryDelay: kind.retryDelaySeconds }, deadName);
    }
    this.#canEnqueue = true;
  }

  /** Creates a queue, or gives an existing one the settings of this version. */
  async #offer(name: string, retries: { retryLimit: number; retryDelay: number }, deadLetter?: string): Promise<void> {
    const settings = { ...retries, retryBackoff: true, heartbeatSeconds: HEARTBEAT_SECONDS };
    await this.#boss.createQueue(name, { ...settings, ...(deadLetter ? { deadLetter } : {}) });
    await this.#boss.updateQueue(name, settings);
  }

  /** Prepares the queues, then starts working. */
  async start(): Promise<void> {
    await this.prepare();
    if (!this.#works) return;
    this.#isWorking = true;
    this.#whenStopped = new AbortController();
    // Rounds and jobs enqueue further jobs, so they start when all queues exist.
    const { signal } = this.#whenStopped;
    this.#addLook();
    for (const round of this.#rounds) this.#loops.push(this.#loop(round, signal));
    for (const kind of this.#kinds.values()) {
      const deadName = deadLetterOf(kind.name);
      await this.#boss.work(kind.name, WORK, (jobs) => this.#runAll(kind.name, jobs, (data) => kind.run(kind.data.parse(data))));
      await this.#boss.work(deadName, DEAD_WORK, (jobs) => this.#runAll(deadName, jobs, (data) => kind.onDead(kind.data.parse(data))));
    }
  }

  /** Each job has its own result: only failed ones are retried. */
  async #runAll(name: string, jobs: Job<unknown>[], run: (data: unknown) => Promise<void>): Promise<JobResult[]> {
    return Promise.all(
      jobs.map(async ({ id, data }): Promise<JobResult> => {
        try {
          await traced(`job ${name}`, { 'job.id': id }, () => run(data));
          return { id, status: 'completed' };
        } catch (error) {
          this.#log.warn({ err: error, job: name, data }, 'job failed');
          return { id, status: 'failed', output: error };
        }
      }),
    );
  }

  async #loop({ name, intervalMs, run }: Round, signal: AbortSignal): Promise<void> {
    const health = { goodAt: performance.now(), failures: this.#health.get(name)?.failures ?? 0 };
    this.#health.set(name, health);
    while (!signal.aborted) {
      await this.#runUnlessHeld(name, run).then(
        () => {
          health.goodAt = performance.now();
        },
        (error) => {
          health.failures += 1;
          this.#log.error({ err: error, round: name }, 'round failed');
        },
      );
      await pause(MIN_REST_MS, undefined, { signal }).catch(() => {});
      if (!this.#woken.delete(name) && !signal.aborted) await this.#rest(name, intervalMs - MIN_REST_MS, signal);
    }
  }

  /** Adds the round that wakes those for which there may be work. */
  #addLook(): void {
    const conditions = this.#rounds.flatMap(({ name, hasWork }) => (hasWork ? [sql`${name}::text, ${hasWork}`] : []));
    if (conditions.length === 0 || this.#rounds.some(({ name }) => name === LOOK_ROUND)) return;
    const look = sql`select json_build_object(${sql.join(conditions, sql`, `)}) as answer`;
    const run = async () => {
      const found = await this.#database.read<Record<string, boolean>>('system', look);
      for (const [name, isThere] of Object.entries(found ?? {})) if (isThere) this.#wake(name);
    };
    this.addRound({ name: LOOK_ROUND, intervalMs: LOOK_MS, run });
  }

  async #runUnlessHeld(name: string, run: Round['run']): Promise<void> {
    if (!(await this.#isHeld(name))) await run();
  }

  #rest(name: string, restMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        this.#resting.delete(name);
        resolve();
      };
      const timer = setTimeout(end, restMs);
      signal.addEventListener('abort', end);
      this.#resting.set(name, end);
    });
  }

  /** Lets a round of this process run now, because there is work for it. Other processes find the work at their next run. */
  wake(name: RoundName): void {
    this.#wake(name);
  }

  #wake(name: string): void {
    const end = this.#resting.get(name);
    if (end) end();
    else if (this.#isWorking) this.#woken.add(name);
  }

  /** Takes no new jobs and begins no new rounds. What runs goes on, and jobs can still be enqueued. */
  async takeNoMore(): Promise<void> {
    if (!this.#isWorking) return;
    this.#isWorking = false;
    this.#whenStopped.abort();
    for (const name of this.#kinds.keys()) {
      for (const queue of [name, deadLetterOf(name)]) await this.#boss.offWork(queue, { wait: false });
    }
  }

  /** Waits for running jobs, then stops. What is not done in time is left to another process. */
  async stop(timeoutMs = STOP_TIMEOUT_MS): Promise<void> {
    if (!this.#canEnqueue) return;
    await this.takeNoMore();
    await Promise.all(this.#loops.splice(0));
    await Promise.all(this.#rounds.map((round) => round.drain?.()));
    await this.#boss.stop({ graceful: true, timeout: timeoutMs });
    this.#canEnqueue = false;
  }

  /** Enqueues a job that runs only if the transaction commits. */
  async enqueue<Data extends z.ZodType>(transaction: Transaction, kind: Pick<JobKind<Data>, 'name'>, data: z.input<Data>): Promise<void> {
    // Before the start, pg-boss would look up its queue on another connection. The embedded engine has only this one, so it would wait
    // forever.
    if (!this.#canEnqueue) throw new Error(`Job ${kind.name} was enqueued before the jobs were started.`);
    await this.#boss.send(kind.name, data as object, { db: asJobRole(transaction) });
  }

  /** Returns the health of the rounds of this process, for the metrics; none if it does no background work. */
  roundHealth(): RoundHealth[] {
    if (!this.#isWorking) return [];
    return this.#rounds.flatMap(({ name: round, intervalMs }) => {
      const health = this.#health.get(round);
      if (!health) return [];
      return { round, overdueSeconds: Math.max(0, performance.now() - health.goodAt - intervalMs) / 1000, failures: health.failures };
    });
  }

  /** Counts the jobs that failed for good and those that wait, by kind, for the metrics. */
  async counts(): Promise<JobCounts[]> {
    if (!this.#canEnqueue) return [];
    const { rows } = await ownConnection(this.#database).executeSql(
      `select kind, count(j.id) filter (where j.state = 'failed')::int as dead,
         count(j.id) filter (where j.state in ('created', 'retry') and j.start_after <= now())::int as waiting,
         coalesce(extract(epoch from now() - min(j.start_after) filter (where j.state in ('created', 'retry') and j.start_after <= now())), 0)::float8
           as "oldestSeconds"
       from unnest($1::text[]) as kind left join ${JOB_SCHEMA}.job j on j.name = kind and j.state in ('failed', 'created', 'retry') group by kind`,
      [[...this.#kinds.keys()]],
    );
    return rows as JobCounts[];
  }
}

const deadLetterOf = (name: string) => `${name}.dead`;

/** Runs pg-boss's own statements, and leaves no open transaction on the connection. */
function ownConnection(database: Database): Db {
  return {
    async executeSql(text, values) {
      const client = await database.engine.pool.connect();
      try {
        return unwrap(await client.query(text, values));
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      } finally {
        client.release();
      }
    },
  };
}

/**
 * pg-boss works only with tables of exactly its own version. The tables of a newer version work as well, because its migrations only add to
 * them; if one removes something, a migration of ours has to exclude older versions with `-- oldest`. Without this, no process of our
 * previous version could start again (RUN-03).
 */
function acceptingNewer(db: Db): Db {
  return {
    async executeSql(text, values) {
      const result = await db.executeSql(text, values);
      if (text !== VERSION_STATEMENT) return result;
      const newest = (version: unknown) => String(Math.min(Number(version), pgBoss.pgboss.schema));
      return { rows: (result.rows as { version: unknown }[]).map(({ version }) => ({ version: newest(version) })) };
    },
  };
}

/** Runs a statement in the caller's transaction with the role of the job tables, which members do not have. */
function asJobRole({ client }: Transaction): Db {
  return {
    async executeSql(text, values) {
      const { rows } = await client.query<{ role: string }>("select current_setting('role') as role, set_config('role', $1, true)", [
        JOB_ROLE,
      ]);
      try {
        return unwrap(await client.query(text, values));
      } finally {
        await client.query("select set_config('role', $1, true)", [rows[0]?.role ?? 'yardage_app']).catch(() => {});
      }
    },
  };
}
