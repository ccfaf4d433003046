import type { Tiers } from '@yardage/domain/rewards';
import type { Logger } from 'pino';
import type { AddressSearchPort } from '#server/adapters/addresses/port';
import type { AssistantPort } from '#server/adapters/assistant/port';
import type { AccountsPort } from '#server/adapters/identity/port';
import type { PushPort } from '#server/adapters/push/port';
import type { WebhookPort } from '#server/adapters/webhooks/port';
import type { PartDiscountRule, PaymentBudget, PaymentFields } from '#server/config';
import type { Database } from '#server/database/database';
import type { DocumentRenderer } from '#server/documents/document-renderer';
import type { LiveBranding } from '#server/features/branding/live-branding';
import type { ChatFlow } from '#server/features/chat/chat-flow.service';
import type { Mails } from '#server/features/mail/mail.service';
import type { PaymentFlow } from '#server/features/payments/payment-flow.service';
import type { PlannedMails } from '#server/features/planned-payments/planned-mails';
import type { PlannedPaymentRunner } from '#server/features/planned-payments/planned-runner.service';
import type { SavedMethods } from '#server/features/saved-methods/saved-methods.service';
import type { EtaRefresher } from '#server/features/truck-tracking/eta-refresher.service';
import type { Bind } from '#server/http/bind-endpoint';
import type { PerUserSemaphore } from '#server/http/per-user-semaphore';
import type { DeskAnnouncer, RecordsAnnouncer } from '#server/hub/records-change';

/** The services that every area gets. */
export interface AreaServices {
  database: Database;
  branding: LiveBranding;
  /** Renders PDFs. */
  documents: DocumentRenderer;
  /** Limits how many documents and downloads are made at once per user. */
  limits: { documents: PerUserSemaphore; downloads: PerUserSemaphore };
  mail: Mails;
  paymentFlow: PaymentFlow;
  paymentBudget: PaymentBudget;
  /** Where cards and accounts are entered. */
  paymentFields: PaymentFields;
  /** Cards and bank accounts that the processor keeps. */
  savedMethods: SavedMethods;
  /** Makes the payments that are made later. */
  plannedRunner: PlannedPaymentRunner;
  plannedMails: PlannedMails;
  /** What paying a part of an invoice earns of its discount. */
  partDiscount: PartDiscountRule;
  /** Notifies open pages of changed records. */
  records: RecordsAnnouncer;
  /** Notifies open pages of the desk of changed records. */
  desk: DeskAnnouncer;
  /** Changes chats. */
  chats: ChatFlow;
  /** Manages the users' sign-in accounts. */
  accounts: AccountsPort;
  addresses: AddressSearchPort;
  assistant: AssistantPort;
  log: Logger;
  etas: EtaRefresher;
  rewardTiers: Tiers;
  /** Aborted when the server stops, so that calls which wait for something end. */
  stopping: AbortSignal;
  /** Sends notifications to browsers. */
  push: PushPort;
  /** How webhooks are sent, and the key that their signing secrets are derived from. */
  webhooks: { port: WebhookPort; signingKey(): Promise<string> };
  /** Tickets whose last delivery is older are not called live. */
  freshnessMinutes: number;
  /** Concrete older than this is marked on the pour board. */
  concreteAgeMinutes: number;
  /** The URL that users open, without a trailing slash. */
  publicUrl: string;
}

/** An area of the portal: binds its endpoints. */
export type Area = (bind: Bind, services: AreaServices) => void;
