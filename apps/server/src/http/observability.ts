import { randomUUID } from 'node:crypto';
import { HEADERS } from '@yardage/contract/headers';
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { TokenRefusedError } from '#server/adapters/identity/port';
import type { Config } from '#server/config';
import type { Database } from '#server/database/database';
import type { JobCounts, Jobs } from '#server/jobs/jobs';
import { requestTracer } from '#server/tracing';
import { logOutput } from './log-output.ts';
import { logThrottle } from './log-throttle.ts';
import { publicRoute } from './public-route.ts';
import { isSameSecret } from './same-secret.ts';
import { forScrape } from './scrape.ts';

const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'token',
  'secret',
  'cardNumber',
  'cvv',
  'bankAccountNumber',
  'bankRoutingNumber',
];
const DURATION_BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Structured logs. Bodies and queries are never logged, and secret fields are redacted wherever they occur. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);
  return pino(
    {
      level,
      base: null,
      redact: { paths, censor: '[secret]' },
      serializers: { err: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
      hooks: logThrottle(),
    },
    destination ?? logOutput(),
  );
}

/** Returns the loggable fields of an error: not PostgreSQL's `detail`, which contains row values, nor fields that a library attached. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const {
    name: type,
    message,
    stack,
    cause,
    code,
    table,
    constraint,
  } = error as Error & Partial<Record<'code' | 'table' | 'constraint', string>>;
  return { type, message, stack, code, table, constraint, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}

/**
 * A caller's own request id is kept if it is harmless, so that one id follows a request through all systems. There is no logger per
 * request, which would be too expensive; log calls pass the request id themselves.
 */
export const requestIds: Pick<FastifyServerOptions, 'genReqId' | 'childLoggerFactory'> = {
  childLoggerFactory: (logger) => logger,
  genReqId: (request) => {
    const given = request.headers[HEADERS.requestId.toLowerCase()];
    return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
  },
};

/** Registers the request id header, one log line per request, traces and the metrics. Returns the registry for further metrics. */
export function registerObservability(app: FastifyInstance, config: Config, database: Database, jobs: Jobs): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerDatabaseMetrics(registry, database);
  registerJobMetrics(registry, jobs);
  registerRoundMetrics(registry, jobs);

  registerTraces(app);
  database.engine.watch.onChange((health) => {
    if (health.isAnswering && health.isWritable) app.log.info('the database answers again');
    else app.log.error(health, 'the database is not available');
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(HEADERS.requestId, request.id);
    done();
  });
  registerRequestLog(app, registry);

  app.get('/metrics', publicRoute('scraped by the operator, who guards it with METRICS_TOKEN'), async (request, reply) => {
    if (!mayScrape(config, request.headers.authorization)) return reply.callNotFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  return registry;
}

function registerDatabaseMetrics(registry: Registry, database: Database): void {
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { totalCount, idleCount, waitingCount } = database.engine.pool;
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  new Gauge({
    name: 'database_up',
    help: '1 if the database answers and accepts writes',
    registers: [registry],
    collect() {
      const { isAnswering, isWritable } = database.engine.watch.health;
      this.set(isAnswering && isWritable ? 1 : 0);
    },
  });
  new Counter({
    name: 'database_disk_failures_total',
    help: 'Transactions that failed because the disk of the database was full or broken',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(database.diskFailures);
    },
  });
}

/** Writes a log line for each request that is not exempt, and measures its duration. */
function registerRequestLog(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by endpoint and status',
    labelNames: ['route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  // These lines contain no input of callers. Checking each for secrets would cost twenty times as much as the line.
  const lines = (app.log as Logger).child({}, { redact: [] });
  app.addHook('onResponse', (request, reply, done) => {
    const { config: route, url } = request.routeOptions;
    const name = route.endpointId ?? url ?? 'none';
    done();
    // Probes and files are not logged unless they fail, because they would hide the few calls of a small portal. A probe is not logged even
    // then.
    if (route.isUnlogged && (reply.statusCode < 500 || route.isProbe)) return;
    durations.observe({ route: name, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    lines.info(
      {
        reqId: request.id,
        method: request.method,
        route: name,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: request.userId,
        viewedBy: request.viewedBy,
        customerId: request.customerId,
        keyId: request.machine?.keyId,
        ...refusalOf(request),
      },
      'request',
    );
  });
}

/** Refusals that may be an attack: not signed in, not permitted, too many calls. */
const SECURITY_STATUSES = [401, 403, 429];

/** Returns why a request was refused, and its address if that may be an attack. None of these values is input of the caller. */
function refusalOf({ refusal, ip }: FastifyRequest): { code?: string; reason?: string; ip?: string } {
  if (!refusal) return {};
  const { code, status, cause } = refusal;
  if (!SECURITY_STATUSES.includes(status)) return { code };
  return { code, ip, ...(cause instanceof TokenRefusedError ? { reason: cause.message } : {}) };
}

function registerJobMetrics(registry: Registry, jobs: Jobs): void {
  let reading: Promise<JobCounts[]> | undefined;
  // All gauges of one scrape share one statement.
  const read = () => {
    reading ??= jobs.counts().finally(() => {
      reading = undefined;
    });
    return forScrape(reading);
  };
  const watch = (name: string, help: string, numberOf: (counts: JobCounts) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        const counts = await read();
        if (!counts) return this.reset();
        for (const count of counts) this.set({ kind: count.kind }, numberOf(count));
      },
    });
  watch('jobs_dead', 'Background jobs that failed for good, by kind', ({ dead }) => dead);
  watch('jobs_waiting', 'Background jobs that could run now, by kind', ({ waiting }) => waiting);
  watch('jobs_oldest_waiting_seconds', 'How long the oldest of them has waited, by kind', ({ oldestSeconds }) => oldestSeconds);
}

/** Nobody waits for a round, so these metrics are the only sign of one that keeps failing or never returns. */
function registerRoundMetrics(registry: Registry, jobs: Jobs): void {
  const labelNames = ['round'];
  const registers = [registry];
  new Gauge({
    name: 'rounds_overdue_seconds',
    help: 'How long the next good run of a background round is overdue; only processes that do background work have it',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { round, overdueSeconds } of jobs.roundHealth()) this.set({ round }, overdueSeconds);
    },
  });
  new Counter({
    name: 'rounds_failed_total',
    help: 'Runs of background rounds that failed',
    labelNames,
    registers,
    collect() {
      this.reset();
      for (const { round, failures } of jobs.roundHealth()) this.inc({ round }, failures);
    },
  });
}

/** One span per request, named by its endpoint. Does nothing while traces are off. */
function registerTraces(app: FastifyInstance): void {
  const spans = new WeakMap<object, ReturnType<NonNullable<ReturnType<typeof requestTracer>>['enter']>>();
  app.addHook('onRequest', (request, _reply, done) => {
    const tracer = requestTracer();
    if (!tracer || request.routeOptions.config.isUnlogged) return done();
    spans.set(request, tracer.enter(request.headers, done));
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    const { config, url = 'none' } = request.routeOptions;
    const { statusCode } = reply;
    const facts = {
      'http.request.method': request.method,
      'http.route': url,
      'http.response.status_code': statusCode,
      'request.id': request.id,
    };
    if (span) requestTracer()?.end(span, `${request.method} ${config.endpointId ?? url}`, facts, statusCode >= 500);
    done();
  });
}

function mayScrape({ metricsToken, mode }: Config, authorization = ''): boolean {
  if (!metricsToken) return mode === 'demo';
  return isSameSecret(`Bearer ${metricsToken}`, authorization);
}
