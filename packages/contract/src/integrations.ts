import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { customerParams } from './customers.ts';
import { defineEndpoint } from './endpoint.ts';
import { CUSTOMER_EVENT_TYPES } from './events.ts';
import { PERMISSIONS, type PermissionCode } from './permissions.ts';
import { idInPath, messageAnswer, moment } from './scalars.ts';
import { graceHours, serviceKeyName, serviceKeyRow, shownServiceKey } from './service-keys.ts';
import {
  deliveryQuery,
  replayAnswer,
  replayBody,
  shownWebhook,
  webhookDeliveries,
  webhookDeliveryRow,
  webhookName,
  webhookRow,
  webhookUrl,
} from './webhooks.ts';

/** What a customer's own key may be allowed to read. Prices are shown only with invoices or quotes, as to a member. */
export const API_KEY_PERMISSIONS = [
  PERMISSIONS.TICKETS_VIEW,
  PERMISSIONS.ORDERS_VIEW,
  PERMISSIONS.TRUCK_TRACKING_VIEW,
  PERMISSIONS.QUOTES_VIEW,
  PERMISSIONS.INVOICES_VIEW,
] as const satisfies readonly PermissionCode[];

const integration = {
  requirement: 'EVT-05',
  access: { anyOf: [PERMISSIONS.ACCOUNT_INTEGRATIONS] },
  scope: 'customer',
} as const;
const recordParams = customerParams.extend({ id: idInPath });

export const listApiKeys = defineEndpoint({
  id: 'integrations.api-keys',
  summary: "The keys of a customer's own systems; their scopes are permission codes",
  method: 'GET',
  path: '/customers/:globalCustomerNumber/api-keys',
  ...integration,
  params: customerParams,
  answer: z.array(serviceKeyRow),
});

export const createApiKey = defineEndpoint({
  id: 'integrations.create-api-key',
  summary: "Makes a key that reads this customer's records with the chosen permissions; it is shown this once",
  method: 'POST',
  path: '/customers/:globalCustomerNumber/api-keys',
  ...integration,
  params: customerParams,
  body: z.strictObject({
    name: serviceKeyName,
    permissions: z
      .array(z.enum(API_KEY_PERMISSIONS, { error: () => CONTRACT_MESSAGES.permission }))
      .min(1, { error: () => CONTRACT_MESSAGES.onePermission })
      .max(API_KEY_PERMISSIONS.length),
    expiresAt: moment.optional(),
  }),
  answer: shownServiceKey,
  answersSecret: true,
});

export const revokeApiKey = defineEndpoint({
  id: 'integrations.revoke-api-key',
  summary: 'Ends a key at once',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/api-keys/:id/revoke',
  ...integration,
  params: recordParams,
  answer: serviceKeyRow,
});

export const listCustomerWebhooks = defineEndpoint({
  id: 'integrations.webhooks',
  summary: "The webhooks of a customer's own systems",
  method: 'GET',
  path: '/customers/:globalCustomerNumber/webhooks',
  ...integration,
  params: customerParams,
  answer: z.array(webhookRow),
});

export const createCustomerWebhook = defineEndpoint({
  id: 'integrations.create-webhook',
  summary: 'Adds a webhook that receives every ticket when it is issued and when it changes; without amounts unless hasPrices',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/webhooks',
  ...integration,
  params: customerParams,
  body: z.strictObject({
    name: webhookName,
    url: webhookUrl,
    types: z
      .array(z.enum(CUSTOMER_EVENT_TYPES, { error: () => CONTRACT_MESSAGES.eventType }))
      .min(1, { error: () => CONTRACT_MESSAGES.oneEventType })
      .max(CUSTOMER_EVENT_TYPES.length),
    hasPrices: z.boolean().default(false),
  }),
  answer: shownWebhook,
  answersSecret: true,
});

export const resumeCustomerWebhook = defineEndpoint({
  id: 'integrations.resume-webhook',
  summary: 'Goes on with a webhook that was paused because it kept failing',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/webhooks/:id/resume',
  ...integration,
  params: recordParams,
  answer: webhookRow,
});

export const rotateCustomerWebhook = defineEndpoint({
  id: 'integrations.rotate-webhook',
  summary: 'Gives a webhook a new signing secret; messages carry both signatures until the grace period ends',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/webhooks/:id/rotate',
  ...integration,
  params: recordParams,
  body: z.strictObject({ graceHours }),
  answer: shownWebhook,
  answersSecret: true,
});

export const deleteCustomerWebhook = defineEndpoint({
  id: 'integrations.delete-webhook',
  summary: 'Removes a webhook; what waits for it is not sent',
  method: 'DELETE',
  path: '/customers/:globalCustomerNumber/webhooks/:id',
  ...integration,
  params: recordParams,
  answer: messageAnswer,
});

export const listCustomerDeliveries = defineEndpoint({
  id: 'integrations.webhook-deliveries',
  summary: 'The messages to a webhook, newest first',
  method: 'GET',
  path: '/customers/:globalCustomerNumber/webhooks/:id/deliveries',
  ...integration,
  params: recordParams,
  query: deliveryQuery,
  answer: webhookDeliveries,
});

export const replayCustomerDelivery = defineEndpoint({
  id: 'integrations.replay-webhook-delivery',
  summary: 'Sends one message again',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/webhooks/:id/deliveries/:deliveryId/replay',
  ...integration,
  params: recordParams.extend({ deliveryId: idInPath }),
  answer: webhookDeliveryRow,
});

export const replayCustomerWebhook = defineEndpoint({
  id: 'integrations.replay-webhook',
  summary: 'Sends all events since a moment again, also those from before the webhook existed',
  method: 'POST',
  path: '/customers/:globalCustomerNumber/webhooks/:id/replay',
  ...integration,
  params: recordParams,
  body: replayBody,
  answer: replayAnswer,
});
