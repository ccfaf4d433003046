import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '@yardage/domain/durations';
import { chooseAdapters } from '#server/adapters/choose-adapters';
import { meetProvider } from '#server/adapters/identity/meet-provider';
import { createApp } from '#server/app';
import { type Config, ConfigurationError, readConfig } from '#server/config';
import { missingBranding } from '#server/config-files';
import { Database } from '#server/database/database';
import { type Engine, openEngine } from '#server/database/engine';
import { assertMigrated } from '#server/database/migrate';
import { noteRetention } from '#server/features/retention/retention.service';
import { holdPort } from '#server/held-port';
import { createLog } from '#server/http/observability';
import { isWebAppBuilt } from '#server/http/public-pages';
import { assertNoDemoWorld, grantRuntime, installSchema } from '#server/install';
import { JOB_ROLE } from '#server/jobs/job-tables';
import { assertSharable, describeStartFault, type StartStep } from '#server/start-fault';
import { stopOnSignal } from '#server/stop-on-signal';
import { startTracing } from '#server/tracing';

const OWNER_POOL_SIZE = 4;
/** Five seconds more than the server's own limit of a statement. */
const ANSWER_TIMEOUT_MS = 65_000;

/**
 * Connections that may wait to be accepted, for instance when all clients reconnect after a restart. Beyond Node's default of 511 they were
 * dropped, and retried only after seconds.
 */
const CONNECTION_BACKLOG = 4096;

/** Prints a line for the person who started the server; logs go to standard error. */
const say = (line: string) => process.stdout.write(`${line}\n`);

/** The current step of the start, for the message if it fails. */
let step: StartStep | undefined;
const setStep = (kind: StartStep['kind'], config: Config, ownerUrl?: string) => {
  const databaseUrl = ownerUrl ?? config.databaseUrl;
  const databaseSetting = ownerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL';
  step = { ...config, kind: kind === 'database' && !databaseUrl ? 'folder' : kind, databaseUrl, databaseSetting };
};

/** The usual exit code after SIGTERM: 128 and the signal's number. */
const TERMINATED = 143;
/** Process 1 of a container ignores SIGTERM by default. During the start there is nothing to finish, so it exits at once. */
const exitAtOnce = () => process.exit(TERMINATED);

async function main(): Promise<void> {
  if (process.pid === 1) process.on('SIGTERM', exitAtOnce);
  const config = readConfig();
  const { host, port, role } = config;
  const world = readWorld(config);
  assertWebApp(config);
  const log = createLog(config.logLevel);
  const missing = config.mode === 'production' && role !== 'migrate' ? missingBranding(config.branding) : [];
  if (missing.length > 0) {
    log.warn(`BRANDING_FILE: has no ${missing.join(', ')}. Unless staff set them at the desk, pages, mails and PDFs go without`);
  }
  const stopTracing = config.traces && (await startTracing(config.traces, `${hostname()} ${process.pid}`));
  setStep('port', config);
  const held = role === 'migrate' ? undefined : await holdPort(host, port);
  const demo = config.mode === 'demo' ? await import('#server/demo/demo') : undefined;

  say(config.databaseUrl ? 'Opening PostgreSQL …' : `Opening the embedded database in ${config.dataDir} …`);
  setStep('database', config, config.databaseOwnerUrl);
  const owner = role === 'all' || role === 'migrate' ? await install(config, demo, world) : undefined;
  if (role === 'migrate') return owner?.close();

  setStep('database', config);
  const engine = await openRuntime(config, owner);
  if (!demo) await assertNoDemoWorld(engine);
  setStep('other', config);
  const database = new Database(engine);
  const sandboxDatabase = await openSandboxDatabase(config, database);
  const chosen = await chooseAdapters(config, database, sandboxDatabase, log);
  const adapters = demo ? demo.withDemo(config, chosen) : chosen;
  if (role !== 'worker') void meetProvider(adapters.identity, log);
  const { http, jobs, hub, draining, outgoingHold } = await createApp(config, adapters);
  await jobs.prepare();
  if (role !== 'web') await noteRetention(database, config.retention);
  // Check before the first reader of the feed of events, because a restored database begins a new history of the feed.
  await outgoingHold.isHeld();
  // Processes without rounds also store that the database is in use.
  setInterval(() => void outgoingHold.isHeld().catch(() => undefined), MINUTE_MS).unref();

  setStep('port', config);
  await held?.release();
  await http.listen({ host, port, backlog: CONNECTION_BACKLOG });
  setStep('other', config);
  await jobs.start();
  process.off('SIGTERM', exitAtOnce);
  stopOnSignal(log, config.stop.delayMs + config.stop.limitMs, [
    async () => draining.begin(),
    () => jobs.takeNoMore(),
    () => pause(config.stop.delayMs),
    () => http.close(),
    () => jobs.stop(config.stop.limitMs),
    () => hub.close(),
    async () => adapters.mail.close?.(),
    () => engine.close(),
    async () => stopTracing?.(),
  ]);

  const address = http.server.address();
  say(`${config.branding.platformName} is listening on http://${host}:${typeof address === 'object' ? address?.port : port}`);
  demo?.sayAccounts(say);
}

/** Throws if pages could not be served: a proxy would send requests to this process, which would return 404 for each. */
function assertWebApp({ mode, role, webRoot, webAssetsDir }: Config): void {
  if (role === 'worker' || role === 'migrate') return;
  if (mode === 'production' && !isWebAppBuilt(webRoot)) {
    throw new ConfigurationError(`WEB_ROOT: there is no built web app in ${webRoot}. docs/operations.md says how to install a release.`);
  }
  if (webAssetsDir) assertSharable(webAssetsDir);
}

/** Reads the options of the demo world: its size and seed from the command line, the reward tiers from the configuration. */
function readWorld({ rewardTiers }: Config) {
  const { values: options } = parseArgs({ options: { scale: { type: 'string' }, seed: { type: 'string' } } });
  return { scale: Number(options.scale ?? 1), seed: Number(options.seed ?? 1), tiers: rewardTiers };
}

/** Brings the schema up to date as its owner, and fills the demo world. */
async function install(
  config: Config,
  demo: typeof import('#server/demo/demo') | undefined,
  world: ReturnType<typeof readWorld>,
): Promise<Engine> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = config;
  const engine = await openEngine({ databaseUrl: databaseOwnerUrl ?? databaseUrl, dataDir, poolSize: OWNER_POOL_SIZE });
  const ran = await installSchema(engine, say);
  if (ran.length > 0) say(`Migrated: ${ran.join(', ')}`);
  if (databaseUrl && databaseOwnerUrl) await grantRuntime(engine, decodeURIComponent(new URL(databaseUrl).username));
  if (demo) await demo.fillIfEmpty(new Database(engine), world, say);
  else await assertNoDemoWorld(engine);
  return engine;
}

/** Opens the database for serving, with the login of DATABASE_URL. The embedded engine is used as it is: it can be opened only once. */
async function openRuntime(
  { databaseUrl, dataDir, databasePoolSize, databaseOwnerUrl, role }: Config,
  owner: Engine | undefined,
): Promise<Engine> {
  if (owner && !databaseUrl) return owner;
  await owner?.close();
  const isOtherLogin = databaseOwnerUrl !== undefined || role !== 'all';
  const engine = await openEngine({
    databaseUrl,
    dataDir,
    poolSize: databasePoolSize,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
    // A login that does not own the tables has no rights itself; it acts in roles (decision 42). Outside transactions only the job queue and
    // the hub use the connection: this role reaches their tables and no customer's rows.
    ...(isOtherLogin ? { role: JOB_ROLE } : {}),
  });
  if (!owner) await assertMigrated(engine);
  return engine;
}

/** The sandbox processor stands for a foreign system, so its tables belong to the owner and the application's login cannot read them. */
async function openSandboxDatabase({ databaseUrl, databaseOwnerUrl, dataDir, role, mode }: Config, database: Database): Promise<Database> {
  if (mode !== 'demo' || !databaseUrl || (role === 'all' && !databaseOwnerUrl)) return database;
  return new Database(await openEngine({ databaseUrl: databaseOwnerUrl ?? databaseUrl, dataDir, poolSize: OWNER_POOL_SIZE }));
}

main().catch((error) => {
  process.stderr.write(`${describeStartFault(error, step)}\n`);
  process.exit(1);
});
