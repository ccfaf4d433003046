import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { Adapters } from '#server/adapters/adapters';
import type { PushPort } from '#server/adapters/push/port';
import { makeVapidKeys, webPush } from '#server/adapters/push/web.push';
import { alertAddress, type Config } from '#server/config';
import { findOrCreateFact } from '#server/database/installation-facts.queries';
import type { DocumentRenderer } from '#server/documents/document-renderer';
import { AlertEngine, addAlertRounds } from '#server/features/alerts/alert-engine';
import type { AreaServices } from '#server/features/area';
import type { LiveBranding } from '#server/features/branding/live-branding';
import { HAS_WAITING_PACKS } from '#server/features/close-out-packs/pack-run.queries';
import { PackRunner } from '#server/features/close-out-packs/pack-runner.service';
import { leaversService } from '#server/features/integrations/leavers.service';
import { MailService } from '#server/features/mail/mail.service';
import { exportMailMetrics } from '#server/features/mail/mail-metrics';
import { HAS_DUE_MAILS } from '#server/features/mail/mail-queue.queries';
import { MailSender } from '#server/features/mail/mail-sender';
import { inviteSupplied } from '#server/features/members/member-mails';
import { HAS_DUE_INVITATIONS } from '#server/features/members/members.queries';
import { requestFlow } from '#server/features/order-requests/request-flow.service';
import { HAS_DUE_PAYMENTS } from '#server/features/payments/payment-endings.queries';
import { PaymentFlow } from '#server/features/payments/payment-flow.service';
import { paymentMails } from '#server/features/payments/payment-mails';
import { PaymentMetrics } from '#server/features/payments/payment-metrics';
import { refreshReviews } from '#server/features/payments/payment-reviews.queries';
import { plannedMails } from '#server/features/planned-payments/planned-mails';
import { PlannedPaymentRunner } from '#server/features/planned-payments/planned-runner.service';
import { enforceRetention } from '#server/features/retention/retention.service';
import { SavedMethods } from '#server/features/saved-methods/saved-methods.service';
import { closeMonths } from '#server/features/statements/month-closing.queries';
import { ImportRunner } from '#server/features/supply/import/import-runner.service';
import { HAS_WAITING_RUNS } from '#server/features/supply/import/imports.queries';
import { HAS_RELEASES } from '#server/features/supply/staging.queries';
import { releaseSupply } from '#server/features/supply/supply.service';
import { forgetOldFixes } from '#server/features/telemetry/positions.queries';
import { EtaRefresher } from '#server/features/truck-tracking/eta-refresher.service';
import { HAS_WEBHOOK_WORK, oldestDueSeconds } from '#server/features/webhooks/webhook-queue.queries';
import { WebhookSender } from '#server/features/webhooks/webhook-sender';
import { forgetOldWrites } from '#server/http/idempotency.queries';
import { forScrape } from '#server/http/scrape';
import { endViews } from '#server/http/view-sessions.queries';
import type { Hub } from '#server/hub/hub';
import type { Jobs, Round } from '#server/jobs/jobs';
import { INTERVALS_MS, type RoundName } from '#server/jobs/round-intervals';

/** The name of the signing key of webhooks, if it is kept in the database. */
const SIGNING_KEY_FACT = 'webhook-signing-key';
/** The name of the keys by which push services recognise this installation. */
const PUSH_KEYS_FACT = 'push-vapid-keys';

/** What every `create…` and `add…` function of this file needs. */
export interface AppParts {
  config: Config;
  adapters: Adapters;
  http: FastifyInstance;
  jobs: Jobs;
  registry: Registry;
  hub: Hub;
  branding: LiveBranding;
}

/** Adds work that every process with background work repeats at the interval of its name. */
function addRound({ jobs }: AppParts, name: RoundName, run: Round['run'], options: Pick<Round, 'drain' | 'hasWork'> = {}): void {
  jobs.addRound({ name, intervalMs: INTERVALS_MS[name], run, ...options });
}

/** The address of the supplier's people who look after webhooks and mails. */
const alertEmailOf = ({ config, branding }: AppParts): string => alertAddress(config, branding.known());
/** What mails say about the portal. */
const mailFactsOf =
  ({ config, branding }: AppParts) =>
  () => ({ platformName: branding.known().platformName, publicUrl: config.publicUrl });

/** Adds the rounds that send mails. Returns the service to which areas pass their mails. */
export function createMail(parts: AppParts): MailService {
  const { adapters, branding, jobs, registry } = parts;
  const { database, log } = adapters;
  const mail = new MailService(database);
  const sender = new MailSender(database, adapters.mail, mail, log, {
    alertEmail: () => alertEmailOf(parts),
    platformName: () => branding.known().platformName,
    onFree: () => jobs.wake('mails'),
  });
  addRound(parts, 'mails', () => sender.round(), { drain: () => sender.drain(), hasWork: HAS_DUE_MAILS });
  addRound(parts, 'mail-alert', () => sender.alert());
  exportMailMetrics(registry, database);
  return mail;
}

/** Adds the round that sends events to webhooks. Returns what areas need to manage webhooks. */
export function createWebhooks(parts: AppParts, mail: MailService) {
  const { adapters, branding, config, jobs, registry } = parts;
  const { database, log, webhooks: port } = adapters;
  let stored: Promise<string> | undefined;
  const signingKey = async () => {
    if (config.webhooks.signingKey) return config.webhooks.signingKey;
    stored ??= findOrCreateFact(database, SIGNING_KEY_FACT, async () => randomBytes(32).toString('base64')).catch((error) => {
      stored = undefined;
      throw error;
    });
    return stored;
  };
  const sender = new WebhookSender(database, port, mail, log, {
    alertEmail: () => alertEmailOf(parts),
    platformName: () => branding.known().platformName,
    signingKey,
    onFree: () => jobs.wake('webhooks'),
  });
  addRound(parts, 'webhooks', () => sender.round(), { drain: () => sender.drain(), hasWork: HAS_WEBHOOK_WORK });
  new Gauge({
    name: 'webhooks_oldest_due_seconds',
    help: 'For how long the oldest message to a webhook that is due has been waiting',
    registers: [registry],
    async collect() {
      this.set((await forScrape(oldestDueSeconds(database))) ?? Number.NaN);
    },
  });
  return { port, signingKey };
}

/** Adds the round that ends the keys and pauses the webhooks of members who lost their access. */
export function addLeaversRound(parts: AppParts, mail: MailService): void {
  const leavers = leaversService(parts.adapters.database, mail, mailFactsOf(parts));
  addRound(parts, 'integrations-of-leavers', () => leavers.endAll());
}

/**
 * Returns the service that makes payments. Adds the rounds that ask for unknown outcomes and list the payments that a person has to review.
 */
export function createPaymentFlow(parts: AppParts, mail: MailService): PaymentFlow {
  const { database, payments, formerPayments = [], log } = parts.adapters;
  const metrics = new PaymentMetrics(parts.registry);
  const mailPayer = paymentMails(mail, mailFactsOf(parts));
  const { timeoutMs } = parts.config.payments;
  const flow = new PaymentFlow({ database, ports: [payments, ...formerPayments], log, metrics, timeoutMs, mailPayer, records: parts.hub });
  metrics.exportUnresolvedMetrics(flow);
  addRound(parts, 'complete-payments', () => flow.resolveDue(), { hasWork: HAS_DUE_PAYMENTS });
  addRound(parts, 'payment-reviews', () => database.transaction('system', refreshReviews));
  return flow;
}

/** Adds the round that makes planned payments. Returns what areas need to plan them. */
export function createPlannedPayments(parts: AppParts, mail: MailService, flow: PaymentFlow) {
  const { database, payments, formerPayments = [], log } = parts.adapters;
  const { budget, fields, hour, partDiscount } = parts.config.payments;
  const mails = plannedMails(database, mail, mailFactsOf(parts));
  const runner = new PlannedPaymentRunner({ database, flow, mails, records: parts.hub, log }, { hour, budget, partDiscount });
  const savedMethods = new SavedMethods(database, [payments, ...formerPayments], log, { budget, fields });
  addRound(parts, 'planned-payments', () => runner.round());
  addRound(parts, 'detach-methods', () => savedMethods.detachDue());
  return { savedMethods, plannedRunner: runner, plannedMails: mails };
}

/** Returns the service that estimates the arrivals of trucks. */
export function createEtas({ adapters, http }: AppParts): EtaRefresher {
  const etas = new EtaRefresher(adapters.database, adapters.routing, adapters.log);
  http.addHook('onClose', () => etas.drain());
  return etas;
}

const contactOf = (supportEmail: string, publicUrl: string): string => (supportEmail ? `mailto:${supportEmail}` : publicUrl);

/** Returns the service that sends push messages. Its keys are in the database. */
export function createPush({ adapters, branding, config }: AppParts): PushPort {
  return webPush(adapters.webhooks, {
    keys: () => findOrCreateFact(adapters.database, PUSH_KEYS_FACT, async () => makeVapidKeys()),
    // Push services refuse messages without a contact.
    contact: () => contactOf(branding.known().supportEmail, config.publicUrl),
  });
}

/** What alerts need besides `AppParts`. */
interface AlertParts {
  mail: MailService;
  etas: EtaRefresher;
  push: PushPort;
  signingKey: () => Promise<string>;
}

/** Adds the rounds that make and send the alerts of what people follow. */
export function addAlerts({ adapters, branding, config, hub, jobs }: AppParts, { mail, etas, push, signingKey }: AlertParts): void {
  const { database, log } = adapters;
  const { partDiscount } = config.payments;
  const options = { platformName: () => branding.known().platformName, publicUrl: config.publicUrl, signingKey, push, log, partDiscount };
  addAlertRounds(jobs, new AlertEngine({ database, mail, etas, announcer: hub }, options));
}

/**
 * Adds the rounds that run imports, apply supply records that had to wait for the end of a payment in the portal, and make close-out packs.
 */
export function addImportsAndPacks(parts: AppParts, documents: DocumentRenderer): void {
  const { http, hub } = parts;
  const { database, log } = parts.adapters;
  const imports = new ImportRunner(database, hub, log);
  http.addHook('onClose', async () => imports.stop());
  addRound(parts, 'run-imports', () => imports.runAll(), { hasWork: HAS_WAITING_RUNS });
  addRound(parts, 'tidy-imports', () => imports.tidy());
  addRound(parts, 'release-supply', () => releaseSupply(database, hub), { hasWork: HAS_RELEASES });
  const packs = new PackRunner(database, documents, log);
  http.addHook('preClose', async () => packs.stop());
  addRound(parts, 'close-out-packs', () => packs.runAll(), { hasWork: HAS_WAITING_PACKS });
}

/** Adds the rounds that depend on time alone: monthly statements, expiry of requests and views, deletion of old records. */
export function addHousekeeping(parts: AppParts, services: AreaServices): void {
  const { branding, config, http } = parts;
  const { database, log } = parts.adapters;
  addRound(parts, 'refresh-branding', () => branding.current());
  addRound(parts, 'close-months', () => database.transaction('system', (transaction) => closeMonths(transaction, new Date())));
  addRound(parts, 'end-views', () => database.transaction('system', (transaction) => endViews(transaction, 'expired', 'end-views')));
  addRound(parts, 'expire-requests', () => requestFlow(services).expireDue());
  addRound(parts, 'end-silent-chats', () => services.chats.endSilent());
  addRound(parts, 'invite-members', () => inviteSupplied(services), { hasWork: HAS_DUE_INVITATIONS });
  addRound(parts, 'forget-old-writes', () => forgetOldWrites(database));
  addRound(parts, 'forget-old-fixes', () => forgetOldFixes(database));
  let isStopped = false;
  http.addHook('preClose', async () => {
    isStopped = true;
  });
  addRound(parts, 'retention', async () => {
    const deleted = await enforceRetention(database, config.retention, { now: new Date(), isStopped: () => isStopped });
    if (Object.keys(deleted).length > 0) log.info({ deleted }, 'old records were deleted');
  });
}
