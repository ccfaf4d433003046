import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Database } from '#server/database/database';
import type { Jobs } from '#server/jobs/jobs';
import type { AddressSearchPort } from './addresses/port.ts';
import type { AssistantPort } from './assistant/port.ts';
import type { AccountsPort, IdentityPort } from './identity/port.ts';
import type { MailPort } from './mail/port.ts';
import type { PaymentPort } from './payments/port.ts';
import type { RoutingPort } from './routing/port.ts';
import type { WebhookPort } from './webhooks/port.ts';

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
