import { addressesArea } from './addresses/addresses.routes.ts';
import { alertsArea } from './alerts/alerts.routes.ts';
import type { Area } from './area.ts';
import { assistantArea } from './assistant/assistant.routes.ts';
import { brandingArea } from './branding/branding.routes.ts';
import { cartsArea } from './carts/carts.routes.ts';
import { chatArea } from './chat/chat.routes.ts';
import { closeOutPacksArea } from './close-out-packs/close-out-packs.routes.ts';
import { creditsArea } from './credits/credits.routes.ts';
import { customersArea } from './customers/customers.routes.ts';
import { dashboardArea } from './dashboard/dashboard.routes.ts';
import { arrivalAccuracyArea } from './desk/arrival-accuracy.routes.ts';
import { cannedRepliesArea } from './desk/canned-replies.routes.ts';
import { deskArea } from './desk/desk.routes.ts';
import { deskAuditArea } from './desk/desk-audit.routes.ts';
import { deskMailsArea } from './desk/desk-mails.routes.ts';
import { deskPaymentsArea } from './desk/desk-payments.routes.ts';
import { discountPlanArea } from './discount-plan/discount-plan.routes.ts';
import { disputesArea } from './disputes/disputes.routes.ts';
import { eventsArea } from './events/events.routes.ts';
import { integrationsArea } from './integrations/integrations.routes.ts';
import { invoicesArea } from './invoices/invoices.routes.ts';
import { membersArea } from './members/members.routes.ts';
import { orderRequestsArea } from './order-requests/order-requests.routes.ts';
import { ordersArea } from './orders/orders.routes.ts';
import { paymentsArea } from './payments/payments.routes.ts';
import { plannedPaymentsArea } from './planned-payments/planned-payments.routes.ts';
import { pourArea } from './pour/pour.routes.ts';
import { quotesArea } from './quotes/quotes.routes.ts';
import { registrationArea } from './registration/registration.routes.ts';
import { remittancesArea } from './remittances/remittances.routes.ts';
import { serviceKeysArea } from './service-keys/service-keys.routes.ts';
import { signOffsArea } from './sign-offs/sign-offs.routes.ts';
import { statementsArea } from './statements/statements.routes.ts';
import { importsArea } from './supply/import/imports.routes.ts';
import { reconciliationArea } from './supply/reconciliation/reconciliation.routes.ts';
import { supplyArea } from './supply/supply.routes.ts';
import { supportArea } from './support/support.routes.ts';
import { telemetryArea } from './telemetry/telemetry.routes.ts';
import { ticketsArea } from './tickets/tickets.routes.ts';
import { truckTrackingArea } from './truck-tracking/truck-tracking.routes.ts';
import { usersArea } from './users/users.routes.ts';
import { webhooksArea } from './webhooks/webhooks.routes.ts';

/** All areas of the server; add new ones here. */
export const AREAS: readonly Area[] = [
  usersArea,
  customersArea,
  ordersArea,
  orderRequestsArea,
  pourArea,
  ticketsArea,
  signOffsArea,
  alertsArea,
  quotesArea,
  invoicesArea,
  creditsArea,
  disputesArea,
  cartsArea,
  paymentsArea,
  plannedPaymentsArea,
  statementsArea,
  dashboardArea,
  discountPlanArea,
  closeOutPacksArea,
  registrationArea,
  addressesArea,
  membersArea,
  supportArea,
  assistantArea,
  deskArea,
  cannedRepliesArea,
  deskMailsArea,
  deskPaymentsArea,
  deskAuditArea,
  arrivalAccuracyArea,
  brandingArea,
  chatArea,
  truckTrackingArea,
  telemetryArea,
  supplyArea,
  importsArea,
  reconciliationArea,
  serviceKeysArea,
  eventsArea,
  webhooksArea,
  integrationsArea,
  remittancesArea,
];
