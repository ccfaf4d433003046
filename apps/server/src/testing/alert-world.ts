import { followAccount, listAlerts } from '@yardage/contract/alerts';
import { makeVapidKeys, webPush } from '#server/adapters/push/web.push';
import type { WebhookMessage, WebhookPort } from '#server/adapters/webhooks/port';
import { sql } from '#server/database/drizzle';
import { AlertEngine } from '#server/features/alerts/alert-engine';
import { MailService } from '#server/features/mail/mail.service';
import { customersOf, type TestCustomer } from './sample-call.ts';
import { openTestApp, type TestAppOptions } from './test-app.ts';

/** Links in mails are signed with it. */
const SIGNING_KEY = 'a signing key of more than 32 letters';

/** Opens an app whose alerts tests make themselves, with a push service whose responses the tests choose. */
export async function openAlertWorld(user: string, more: TestAppOptions = {}) {
  const app = await openTestApp({ environment: { WEBHOOK_SIGNING_KEY: SIGNING_KEY }, ...more });
  const [own] = (await customersOf(app.database, user)) as [TestCustomer];
  /** The messages that the push service got, its response status, and the failures that the engine logged. */
  const service = { pushed: [] as WebhookMessage[], status: 201, failures: [] as unknown[] };
  const port: WebhookPort = {
    faultOf: () => undefined,
    send: async (message) => {
      service.pushed.push(message);
      return service.status;
    },
  };
  const keys = makeVapidKeys();
  const options: ConstructorParameters<typeof AlertEngine>[1] = {
    platformName: () => 'Yardage',
    publicUrl: 'https://portal.test',
    signingKey: async () => SIGNING_KEY,
    push: webPush(port, { keys: async () => keys, contact: () => 'mailto:help@example.com' }),
    partDiscount: 'none',
    log: { error: (...logged: unknown[]) => service.failures.push(logged) },
  };
  const open = (mail: ConstructorParameters<typeof AlertEngine>[0]['mail']) =>
    new AlertEngine({ database: app.database, mail, etas: { refresh: async () => {} }, announcer: { announceAlerts: () => {} } }, options);
  const run = (text: string, values: unknown[] = []) => app.database.transaction('system', ({ client }) => client.query(text, values));
  const ask = <T>(statement: ReturnType<typeof sql>) => app.database.read<T>('system', statement);
  const params = { globalCustomerNumber: own.globalCustomerNumber };
  return {
    app,
    own,
    params,
    port,
    service,
    run,
    ask,
    follow: (as: string, types: readonly string[]) => app.call(followAccount, { as, params, body: { types } }),
    inboxOf: async (as: string) => (await app.call(listAlerts, { as, query: { limit: 100 } })).body,
    engineWith: open,
    /** An engine like the one of a process, whose mails can be made to fail half-way. */
    openEngine(onMail: () => void = () => {}): AlertEngine {
      const mail = new MailService(app.database);
      const mails = {
        ...mail,
        declareDocument: mail.declareDocument.bind(mail),
        declareNotice: mail.declareNotice.bind(mail),
        queueRequested: mail.queueRequested.bind(mail),
      };
      const queueNotice: MailService['queueNotice'] = async (...given) => {
        onMail();
        await mail.queueNotice(...given);
      };
      return open({ ...mails, queueNotice });
    },
    /** Returns an order with one load that has not left the plant. */
    async orderToDeliver(): Promise<{ orderId: number; ticketId: number }> {
      const ticketId = Number(
        await ask(
          sql`select max(t.id) as answer from tickets t where t.customer_id = ${own.customerId} and not t.is_cancelled and t.truck_id is not null`,
        ),
      );
      await run(
        'update tickets set status_id = 2, leave_plant_at = null, arrived_at = null, pour_started_at = null, finished_at = null, leave_job_at = null where id = $1',
        [ticketId],
      );
      await run('delete from alert_events');
      return { orderId: Number(await ask(sql`select order_id as answer from tickets where id = ${ticketId}`)), ticketId };
    },
    async clear(): Promise<void> {
      const tables = ['alert_deliveries', 'alerts', 'alert_events', 'alert_follows', 'alert_settings', 'push_subscriptions'];
      for (const table of tables) await run(`delete from ${table}`);
      await run("delete from outgoing_mails where document_kind = 'alerts'");
      Object.assign(service, { pushed: [], status: 201, failures: [] });
    },
  };
}

export type AlertWorld = Awaited<ReturnType<typeof openAlertWorld>>;
