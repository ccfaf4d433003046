import multipart from '@fastify/multipart';
import { requestedLanguage } from '@yardage/messages/language';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Adapters } from '#server/adapters/adapters';
import { builtInAssistant } from '#server/adapters/assistant/built-in/built-in.assistant';
import {
  addAlerts,
  addHousekeeping,
  addImportsAndPacks,
  addLeaversRound,
  createEtas,
  createMail,
  createPaymentFlow,
  createPlannedPayments,
  createPush,
  createWebhooks,
} from '#server/background';
import type { Config } from '#server/config';
import { DocumentRenderer } from '#server/documents/document-renderer';
import { alertingAtOnce } from '#server/features/alerts/alert-engine';
import { unsubscribeService } from '#server/features/alerts/alerts.service';
import { registerUnsubscribe } from '#server/features/alerts/unsubscribe.routes';
import type { Area } from '#server/features/area';
import { AREAS } from '#server/features/areas';
import { assistantResponder } from '#server/features/assistant/assistant-responder';
import { LiveBranding } from '#server/features/branding/live-branding';
import { ChatFlow } from '#server/features/chat/chat-flow.service';
import { exportHoldMetric, OUTGOING_ROUNDS, OutgoingHold } from '#server/features/outgoing/outgoing-hold.service';
import { registerPaymentNotifications } from '#server/features/payments/payment-notifications.routes';
import type { PlannedPaymentRunner } from '#server/features/planned-payments/planned-runner.service';
import type { SavedMethods } from '#server/features/saved-methods/saved-methods.service';
import { Admission } from '#server/http/admission';
import { endpointBinder } from '#server/http/bind-endpoint';
import { registerBrowserReports } from '#server/http/browser-reports';
import { type Draining, registerDraining } from '#server/http/draining';
import { registerErrorHandler, sendProblem } from '#server/http/error-handler';
import { Guard } from '#server/http/guard';
import { LIMIT_MESSAGES } from '#server/http/limits.messages';
import { malformedRequestHandler } from '#server/http/malformed-requests';
import { registerObservability, requestIds } from '#server/http/observability';
import { PerUserSemaphore } from '#server/http/per-user-semaphore';
import { answerOnlyProbes, registerProbes } from '#server/http/probes';
import { registerPublicPages } from '#server/http/public-pages';
import { registerReadableInput } from '#server/http/readable-input';
import { assertAllBound, assertRoutesDeclared } from '#server/http/route-checks';
import { registerSecurity } from '#server/http/security';
import { ServiceKeys } from '#server/http/service-keys';
import { SharedCounts } from '#server/http/shared-counts';
import { Hub } from '#server/hub/hub';
import { Jobs } from '#server/jobs/jobs';

const BODY_LIMIT_BYTES = 256 * 1024;
/** How long a client may take to send its request; the response has no time limit. */
const REQUEST_TIMEOUT_MS = 90_000;
const RESPONSE_LISTENERS = 20;
/** Calls that are authorised at once, per database connection. With two, a connection always has the next statement to run. */
const ADMITTED_PER_CONNECTION = 2;
/** Limits on documents and downloads per user: running at once, waiting, and how long. Proxies give up after a minute. */
const EXPENSIVE_WORK = { atOnce: 2, waiting: 20, waitMs: 50_000 };

export interface App {
  http: FastifyInstance;
  jobs: Jobs;
  hub: Hub;
  draining: Draining;
  /** After a restore, holds back the rounds that send or pay by themselves. */
  outgoingHold: OutgoingHold;
  /** Makes the payments that were planned. */
  plannedRunner: PlannedPaymentRunner;
  savedMethods: SavedMethods;
}

/** Builds the application; nothing listens and no job runs yet. */
export async function createApp(config: Config, adapters: Adapters, areas: readonly Area[] = AREAS): Promise<App> {
  const { database, log } = adapters;
  const http = createHttp(config, log);
  registerErrorHandler(http);
  assertRoutesDeclared(http);
  const serviceKeys = new ServiceKeys(database, log, config.telemetryKey);
  http.addHook('onClose', () => serviceKeys.drain());
  const counts = new SharedCounts(database, log);
  http.addHook('onClose', () => counts.close());
  await registerSecurity(http, config, { identity: adapters.identity, serviceKeys, counts });
  await http.register(multipart);
  registerReadableInput(http);

  const draining = registerDraining(http);
  const jobs = new Jobs(database, log, config.role !== 'web');
  const registry = registerObservability(http, config, database, jobs);
  const outgoingHold = new OutgoingHold(database, log, { checksAge: config.mode === 'production' });
  jobs.holdRounds(OUTGOING_ROUNDS, () => outgoingHold.isHeld());
  exportHoldMetric(registry, database);
  await registerBrowserReports(http, registry, config.callsPerMinute);
  registerProbes(http, database, draining, config.callsPerMinute);

  const guard = new Guard(database, adapters.identity, serviceKeys, {
    subscriptionKey: config.subscriptionKey,
    formerSubscriptionKeys: config.formerSubscriptionKeys,
    isSubscriptionKeyRequired: config.mode === 'production',
    log,
  });
  const hub = new Hub({ database, guard, log, registry, config });
  hub.attach(http);
  const admission = new Admission(database.engine.pool.options.max * ADMITTED_PER_CONNECTION, log, registry);
  const { bind, bound } = endpointBinder(http, { database, guard, serviceKeys, limits: config, admission });
  const branding = new LiveBranding(database, { ...config.branding, paperLogo: config.paperLogo }, log);
  const parts = { config, adapters, http, jobs, registry, hub, branding };
  const mail = createMail(parts);
  const paymentFlow = createPaymentFlow(parts, mail);
  await registerPaymentNotifications(http, paymentFlow);
  const planned = createPlannedPayments(parts, mail, paymentFlow);
  const webhooks = createWebhooks(parts, mail);
  addLeaversRound(parts, mail);
  const etas = createEtas(parts);
  const push = createPush(parts);
  addAlerts(parts, { mail, etas, push, signingKey: webhooks.signingKey });
  await registerUnsubscribe(http, unsubscribeService(database, webhooks.signingKey));
  const stopping = new AbortController();
  http.addHook('preClose', async () => stopping.abort());
  const documents = new DocumentRenderer(() => branding.current());
  http.addHook('onClose', () => documents.close());
  addImportsAndPacks(parts, documents);
  const services = {
    database,
    branding,
    documents,
    limits: {
      documents: new PerUserSemaphore({ ...EXPENSIVE_WORK, message: () => LIMIT_MESSAGES.documents }),
      downloads: new PerUserSemaphore({ ...EXPENSIVE_WORK, message: () => LIMIT_MESSAGES.downloads }),
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
    push,
    stopping: stopping.signal,
    webhooks,
  };
  if (config.assistant.isInChats) services.chats.respondWith(assistantResponder(services, builtInAssistant));
  for (const area of areas) area(bind, services);
  addHousekeeping(parts, services);
  assertAllBound(bound);

  await adapters.registerDemo?.(http, jobs);
  await registerPublicPages(http, config, adapters.signIn, branding);
  return { http, jobs, hub, draining, outgoingHold, plannedRunner: planned.plannedRunner, savedMethods: planned.savedMethods };
}

/** Creates the HTTP server, and the fields that every request has. */
function createHttp(config: Config, log: Logger): FastifyInstance {
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: malformedRequestHandler(config),
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => sendProblem(request, reply, error),
    trustProxy: config.trustedProxies > 0 ? (_address: string, hop: number) => hop < config.trustedProxies : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // Requests that still arrive while the process drains are answered, too.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    ...requestIds,
  }) as unknown as FastifyInstance;
  if (config.role === 'worker') answerOnlyProbes(http);
  // Compressing a file response adds eleven listeners; Node would warn of a leak above ten.
  http.server.prependListener('request', (_request, response) => response.setMaxListeners(RESPONSE_LISTENERS));
  http.decorateRequest('signedIn', undefined);
  http.decorateRequest('machine', undefined);
  http.decorateRequest('countUnknown', undefined);
  http.decorateRequest('userId', undefined);
  http.decorateRequest('viewedBy', undefined);
  http.decorateRequest('customerId', undefined);
  http.decorateRequest('language', undefined);
  http.addHook('onRequest', async (request) => {
    request.language = requestedLanguage(request.headers['accept-language']);
  });
  return http;
}
