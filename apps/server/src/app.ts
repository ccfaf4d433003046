import { randomBytes } from 'node:crypto';
import multipart from '@fastify/multipart';
import { requestedLanguage } from '@yardage/messages/language';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { AddressSearchPort } from '#server/adapters/addresses/port';
import { builtInAssistant } from '#server/adapters/assistant/built-in/built-in.assistant';
import type { AssistantPort } from '#server/adapters/assistant/port';
import { factOrMake } from '#server/adapters/identity/built-in/records.queries';
import type { AccountsPort, IdentityPort } from '#server/adapters/identity/port';
import type { MailPort } from '#server/adapters/mail/port';
import type { PaymentPort } from '#server/adapters/payments/port';
import { makeVapidKeys, webPush } from '#server/adapters/push/web.push';
import type { RoutingPort } from '#server/adapters/routing/port';
import type { WebhookPort } from '#server/adapters/webhooks/port';
import type { Config } from '#server/config';
import type { Database } from '#server/database/database';
import { DocumentRenderer } from '#server/documents/document-renderer';
import { AlertEngine, addAlertRounds, alertingAtOnce } from '#server/features/alerts/alert-engine';
import { unsubscribeService } from '#server/features/alerts/alerts.service';
import { registerUnsubscribe } from '#server/features/alerts/unsubscribe.routes';
import type { Area } from '#server/features/area';
import { AREAS } from '#server/features/areas';
import { assistantResponder } from '#server/features/assistant/assistant-responder';
import { LiveBranding } from '#server/features/branding/live-branding';
import { ChatFlow } from '#server/features/chat/chat-flow.service';
import { PackRunner } from '#server/features/close-out-packs/pack-runner.service';
import { leaversService } from '#server/features/integrations/leavers.service';
import { MailService } from '#server/features/mail/mail.service';
import { watchMails } from '#server/features/mail/mail-metrics';
import { MailSender } from '#server/features/mail/mail-sender';
import { inviteSupplied } from '#server/features/members/member-mails';
import { requestFlow } from '#server/features/order-requests/request-flow.service';
import { PaymentFlow } from '#server/features/payments/payment-flow.service';
import { paymentMails } from '#server/features/payments/payment-mails';
import { PaymentMetrics } from '#server/features/payments/payment-metrics';
import { registerPaymentNotifications } from '#server/features/payments/payment-notifications.routes';
import { refreshReviews } from '#server/features/payments/payment-reviews.queries';
import { plannedMails } from '#server/features/planned-payments/planned-mails';
import { PlannedPaymentRunner } from '#server/features/planned-payments/planned-runner.service';
import { enforceRetention } from '#server/features/retention/retention.service';
import { SavedMethods } from '#server/features/saved-methods/saved-methods.service';
import { closeMonths } from '#server/features/statements/month-closing.queries';
import { ImportRunner } from '#server/features/supply/import/import-runner.service';
import { forgetOldFixes } from '#server/features/telemetry/positions.queries';
import { EtaRefresher } from '#server/features/truck-tracking/eta-refresher.service';
import { WebhookSender } from '#server/features/webhooks/webhook-sender';

import { Admission } from '#server/http/admission';
import { endpointBinder } from '#server/http/bind-endpoint';
import { registerBrowserReports } from '#server/http/browser-reports';
import { type Draining, registerDraining } from '#server/http/draining';
import { registerErrorHandler, sendProblem } from '#server/http/error-handler';
import { Guard } from '#server/http/guard';
import { forgetOldWrites } from '#server/http/idempotency.queries';
import { LIMIT_MESSAGES } from '#server/http/limits.messages';
import { malformedRequestHandler } from '#server/http/malformed-requests';
import { registerObservability, requestIds } from '#server/http/observability';
import { PersonTurns } from '#server/http/person-turns';
import { answerOnlyProbes, registerProbes } from '#server/http/probes';
import { registerPublicPages } from '#server/http/public-pages';
import { registerReadableInput } from '#server/http/readable-input';
import { assertAllBound, watchRoutes } from '#server/http/route-register';
import { registerSecurity } from '#server/http/security';
import { ServiceKeys } from '#server/http/service-keys';
import { SharedCounts } from '#server/http/shared-counts';
import { endViews } from '#server/http/view-sessions.queries';
import { Hub } from '#server/hub/hub';
import type { RecordsAnnouncer } from '#server/hub/records-change';
import { Jobs } from '#server/jobs/jobs';

/** The adapters of the application: selected by configuration in `main.ts`, or by tests. */
export interface Adapters {
  database: Database;
  identity: IdentityPort;
  accounts: AccountsPort;
  addresses: AddressSearchPort;
  assistant: AssistantPort;
  mail: MailPort;
  payments: PaymentPort;
  /** Processors that are only asked about the payments that they took. */
  formerPayments?: readonly PaymentPort[];
  routing: RoutingPort;
  webhooks: WebhookPort;
  log: Logger;
  signIn: { issuer: string; clientId: string; audience: string; scope: string };
  /** Registers routes and rounds that only the demo has. */
  registerDemo?: (app: FastifyInstance, jobs: Jobs) => Promise<void>;
}

/** How often mails that are due are looked for, and mails that wait for too long. */
const SEND_MAILS_MS = 1_000;
const ALERT_MAILS_MS = 60_000;
/** How often the completer looks for payments whose outcome is unknown. */
const COMPLETE_PAYMENTS_MS = 2_000;
/** How often payments that are made later are looked for, and removed methods that the processor still has. */
const PLANNED_PAYMENTS_MS = 5_000;
const DETACH_METHODS_MS = 60_000;
/** How often payments that need a person are looked for. */
const REVIEW_PAYMENTS_MS = 60_000;
/** How often keys and webhooks of members who lost their access are ended. */
const END_INTEGRATIONS_MS = 60_000;
/** How often months that are over get their statements (FED-14). */
const CLOSE_MONTHS_MS = 10 * 60_000;
/** The name of the signing key of webhooks, if it is kept in the database. */
const SIGNING_KEY_FACT = 'webhook-signing-key';
/** The name of the keys by which push services recognise this installation. */
const PUSH_KEYS_FACT = 'push-vapid-keys';
/** How often new events and due attempts are looked for. */
const SEND_WEBHOOKS_MS = 1_000;
/** How often requests are ended that nobody answered before their start. */
const EXPIRE_REQUESTS_MS = 30_000;
/** How often members that the supplier's systems sent are invited. */
const INVITE_MEMBERS_MS = 2_000;
/** How often the end of views whose time is over is recorded. They are refused from their last second on. */
const END_VIEWS_MS = 60_000;
/** How often the idempotency keys of old writes are deleted. */
const FORGET_WRITES_MS = 15 * 60_000;
/** How often a process looks for imports that wait, and for uploads that are too old. */
const RUN_IMPORTS_MS = 1_000;
const TIDY_IMPORTS_MS = 60 * 60_000;
/** How often a process looks for close-out packs that wait. */
const MAKE_PACKS_MS = 1_000;
/** How often positions are deleted that count no more for a truck's speed. */
const FORGET_FIXES_MS = 60_000;
/** How often records that are too old are looked for. */
const ENFORCE_RETENTION_MS = 30 * 60_000;
/** How often a process looks for a change of the branding, so that mails written in a transaction know it. */
const REFRESH_BRANDING_MS = 2_000;
const BODY_LIMIT_BYTES = 256 * 1024;
/** How long a client may take to send its request; the response has no time limit. */
const REQUEST_TIMEOUT_MS = 90_000;
const RESPONSE_LISTENERS = 20;
/** Calls that are authorised at once, per connection: enough that no connection is ever idle while somebody waits. */
const ADMITTED_PER_CONNECTION = 2;
/** Limits on documents and downloads per user: running at once, waiting, and how long. Proxies give up after a minute. */
const EXPENSIVE_WORK = { atOnce: 2, waiting: 20, waitMs: 50_000 };

export interface App {
  http: FastifyInstance;
  jobs: Jobs;
  hub: Hub;
  draining: Draining;
  /** Makes the payments that were planned. */
  plannedRunner: PlannedPaymentRunner;
  savedMethods: SavedMethods;
}

/** Builds the application; nothing listens and no job runs yet. */
export async function createApp(config: Config, adapters: Adapters, areas: readonly Area[] = AREAS): Promise<App> {
  const { database, log } = adapters;
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: malformedRequestHandler(config),
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => sendProblem(request, reply, error),
    trustProxy: config.trustedProxies > 0 ? (_address: string, hop: number) => hop < config.trustedProxies : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // Whatever still arrives while the process drains is answered.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    ...requestIds,
  }) as unknown as FastifyInstance;
  if (config.role === 'worker') answerOnlyProbes(http);
  // Compressing a file response adds eleven listeners; Node would warn of a leak above ten.
  http.server.prependListener('request', (_request, response) => response.setMaxListeners(RESPONSE_LISTENERS));
  http.decorateRequest('signedIn', undefined);
  http.decorateRequest('machine', undefined);
  http.decorateRequest('userId', undefined);
  http.decorateRequest('viewedBy', undefined);
  http.decorateRequest('customerId', undefined);
  http.decorateRequest('language', undefined);
  http.addHook('onRequest', async (request) => {
    request.language = requestedLanguage(request.headers['accept-language']);
  });
  registerErrorHandler(http);
  watchRoutes(http);
  const serviceKeys = new ServiceKeys(database, log, config.telemetryKey);
  http.addHook('onClose', () => serviceKeys.settle());
  const counts = new SharedCounts(database, log);
  http.addHook('onClose', () => counts.close());
  await registerSecurity(http, config, { identity: adapters.identity, serviceKeys, counts });
  await http.register(multipart);
  registerReadableInput(http);

  const draining = registerDraining(http);
  const jobs = new Jobs(database, log, config.role !== 'web');
  const registry = registerObservability(http, config, database, jobs);
  await registerBrowserReports(http, registry, config.callsPerMinute);
  registerProbes(http, database, draining, config.callsPerMinute);

  const guard = new Guard(database, adapters.identity, serviceKeys, {
    subscriptionKey: config.subscriptionKey,
    isSubscriptionKeyRequired: config.mode === 'production',
    log,
  });
  const hub = new Hub(database, guard, log, registry, config);
  hub.attach(http);
  const admission = new Admission(database.engine.pool.options.max * ADMITTED_PER_CONNECTION, log, registry);
  const { bind, bound } = endpointBinder(http, { database, guard, serviceKeys, limits: config, admission });
  const branding = new LiveBranding(database, { ...config.branding, paperLogo: config.paperLogo }, log);
  jobs.addRound({ name: 'refresh-branding', intervalMs: REFRESH_BRANDING_MS, run: () => branding.current() });
  const mail = createMail(config, adapters, registry, jobs, branding);
  const paymentFlow = createPaymentFlow(config, adapters, registry, mail, branding, hub);
  jobs.addRound({ name: 'complete-payments', intervalMs: COMPLETE_PAYMENTS_MS, run: () => paymentFlow.resolveDue() });
  const planned = createPlannedPayments(config, adapters, jobs, mail, branding, paymentFlow);
  jobs.addRound({
    name: 'payment-reviews',
    intervalMs: REVIEW_PAYMENTS_MS,
    run: () => database.transaction('system', refreshReviews),
  });
  jobs.addRound({
    name: 'close-months',
    intervalMs: CLOSE_MONTHS_MS,
    run: () => database.transaction('system', (transaction) => closeMonths(transaction, new Date())),
  });
  jobs.addRound({
    name: 'end-views',
    intervalMs: END_VIEWS_MS,
    run: () => database.transaction('system', (transaction) => endViews(transaction, 'expired', 'end-views')),
  });
  jobs.addRound({ name: 'forget-old-writes', intervalMs: FORGET_WRITES_MS, run: () => forgetOldWrites(database) });
  jobs.addRound({ name: 'forget-old-fixes', intervalMs: FORGET_FIXES_MS, run: () => forgetOldFixes(database) });
  addRetention(http, jobs, config, database, log);
  const importRunner = new ImportRunner(database, hub, log);
  http.addHook('onClose', async () => importRunner.stop());
  jobs.addRound({ name: 'run-imports', intervalMs: RUN_IMPORTS_MS, run: () => importRunner.runAll() });
  jobs.addRound({ name: 'tidy-imports', intervalMs: TIDY_IMPORTS_MS, run: () => importRunner.tidy() });
  await registerPaymentNotifications(http, paymentFlow);
  const webhooks = createWebhooks(config, adapters, jobs, mail, branding);
  const leavers = leaversService(database, mail, () => ({ platformName: branding.known().platformName, publicUrl: config.publicUrl }));
  jobs.addRound({ name: 'integrations-of-leavers', intervalMs: END_INTEGRATIONS_MS, run: () => leavers.endAll() });
  const etas = new EtaRefresher(database, adapters.routing, log);
  http.addHook('onClose', () => etas.settle());
  const push = webPush(adapters.webhooks, {
    keys: () => factOrMake(database, PUSH_KEYS_FACT, async () => makeVapidKeys()),
    contact: () => `mailto:${branding.known().supportEmail}`,
  });
  const alerts = new AlertEngine(database, mail, etas, hub, {
    platformName: () => branding.known().platformName,
    publicUrl: config.publicUrl,
    signingKey: webhooks.signingKey,
    push,
  });
  addAlertRounds(jobs, alerts);
  await registerUnsubscribe(http, unsubscribeService(database, webhooks.signingKey));
  const stopping = new AbortController();
  http.addHook('preClose', async () => stopping.abort());
  const documents = new DocumentRenderer(() => branding.current());
  http.addHook('onClose', () => documents.close());
  const packRunner = new PackRunner(database, documents, log);
  http.addHook('preClose', async () => packRunner.stop());
  jobs.addRound({ name: 'close-out-packs', intervalMs: MAKE_PACKS_MS, run: () => packRunner.runAll() });
  const services = {
    database,
    branding,
    documents,
    turns: {
      documents: new PersonTurns({ ...EXPENSIVE_WORK, message: () => LIMIT_MESSAGES.documents }),
      downloads: new PersonTurns({ ...EXPENSIVE_WORK, message: () => LIMIT_MESSAGES.downloads }),
    },
    mail,
    accounts: adapters.accounts,
    addresses: adapters.addresses,
    assistant: adapters.assistant,
    log,
    publicUrl: config.publicUrl,
    rewardTiers: config.rewardTiers,
    freshnessMinutes: config.freshnessMinutes,
    concreteAgeMinutes: config.concreteAgeMinutes,
    paymentFlow,
    paymentBudget: config.payments.budget,
    paymentFields: config.payments.fields,
    ...planned,
    partDiscount: config.payments.partDiscount,
    records: alertingAtOnce(hub, jobs),
    desk: hub,
    chats: new ChatFlow(database, jobs, hub),
    etas,
    stopping: stopping.signal,
    webhooks,
    push,
  };
  if (config.assistant.isInChats) services.chats.respondWith(assistantResponder(services, builtInAssistant));
  for (const area of areas) area(bind, services);
  jobs.addRound({ name: 'expire-requests', intervalMs: EXPIRE_REQUESTS_MS, run: () => requestFlow(services).expireDue() });
  jobs.addRound({ name: 'invite-members', intervalMs: INVITE_MEMBERS_MS, run: () => inviteSupplied(services) });
  assertAllBound(bound);

  await adapters.registerDemo?.(http, jobs);
  await registerPublicPages(http, config, adapters.signIn, branding);
  return { http, jobs, hub, draining, plannedRunner: planned.plannedRunner, savedMethods: planned.savedMethods };
}

/** Deletes what is older than configured, in the background. */
function addRetention(http: FastifyInstance, jobs: Jobs, { retention }: Config, database: Database, log: Logger): void {
  let isStopped = false;
  http.addHook('preClose', async () => {
    isStopped = true;
  });
  jobs.addRound({
    name: 'retention',
    intervalMs: ENFORCE_RETENTION_MS,
    run: async () => {
      const deleted = await enforceRetention(database, retention, { now: new Date(), isStopped: () => isStopped });
      if (Object.keys(deleted).length > 0) log.info({ deleted }, 'old records were deleted');
    },
  });
}

/** Sends mails in the background, and returns what areas hand their mails to. */
function createMail(
  config: Config,
  { database, mail: port, log }: Adapters,
  registry: Registry,
  jobs: Jobs,
  branding: LiveBranding,
): MailService {
  const mail = new MailService(database);
  const sender = new MailSender(database, port, mail, log, {
    alertEmail: () => alertEmailOf(config, branding),
    platformName: () => branding.known().platformName,
    onFree: () => jobs.wake('mails'),
  });
  jobs.addRound({ name: 'mails', intervalMs: SEND_MAILS_MS, run: () => sender.round(), settle: () => sender.settle() });
  jobs.addRound({ name: 'mail-alert', intervalMs: ALERT_MAILS_MS, run: () => sender.alert() });
  watchMails(registry, database);
  return mail;
}

/** The address of the supplier's people who look after webhooks and mails. */
const alertEmailOf = ({ webhooks }: Config, branding: LiveBranding): string => webhooks.alertEmail ?? branding.known().supportEmail;

/** Sends events to webhooks in the background, and returns what areas need to manage them. */
function createWebhooks(
  config: Config,
  { database, webhooks: port, log }: Adapters,
  jobs: Jobs,
  mail: MailService,
  branding: LiveBranding,
) {
  const { webhooks } = config;
  let stored: Promise<string> | undefined;
  const signingKey = async () => {
    if (webhooks.signingKey) return webhooks.signingKey;
    stored ??= factOrMake(database, SIGNING_KEY_FACT, async () => randomBytes(32).toString('base64')).catch((error) => {
      stored = undefined;
      throw error;
    });
    return stored;
  };
  const settings = {
    alertEmail: () => alertEmailOf(config, branding),
    platformName: () => branding.known().platformName,
    signingKey,
  };
  const sender = new WebhookSender(database, port, mail, log, settings);
  jobs.addRound({ name: 'webhooks', intervalMs: SEND_WEBHOOKS_MS, run: () => sender.round(), settle: () => sender.settle() });
  return { port, signingKey };
}

function createPaymentFlow(
  config: Config,
  { database, payments, formerPayments = [], log }: Adapters,
  registry: Registry,
  mail: MailService,
  branding: LiveBranding,
  records: RecordsAnnouncer,
): PaymentFlow {
  const metrics = new PaymentMetrics(registry);
  const tellPayer = paymentMails(mail, () => ({ platformName: branding.known().platformName, publicUrl: config.publicUrl }));
  const flow = new PaymentFlow(database, [payments, ...formerPayments], log, metrics, config.payments.timeoutMs, tellPayer, records);
  metrics.watchUnresolved(flow);
  return flow;
}

/** Makes payments that were planned in the background, and returns what areas need to plan them. */
function createPlannedPayments(
  config: Config,
  { database, payments, formerPayments = [], log }: Adapters,
  jobs: Jobs,
  mail: MailService,
  branding: LiveBranding,
  flow: PaymentFlow,
) {
  const { budget, fields, hour, partDiscount } = config.payments;
  const mails = plannedMails(database, mail, () => ({ platformName: branding.known().platformName, publicUrl: config.publicUrl }));
  const runner = new PlannedPaymentRunner(database, flow, mails, log, { hour, budget, partDiscount });
  const savedMethods = new SavedMethods(database, [payments, ...formerPayments], log, { budget, fields });
  jobs.addRound({ name: 'planned-payments', intervalMs: PLANNED_PAYMENTS_MS, run: () => runner.round() });
  jobs.addRound({ name: 'detach-methods', intervalMs: DETACH_METHODS_MS, run: () => savedMethods.detachDue() });
  return { savedMethods, plannedRunner: runner, plannedMails: mails };
}
