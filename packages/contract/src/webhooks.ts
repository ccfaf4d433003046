import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { SUPPLY_EVENT_TYPES } from './events.ts';
import { idInPath, MAX_LABEL_LENGTH, messageAnswer, moment, wholeNumber } from './scalars.ts';
import { graceHours, serviceKeyDataSources } from './service-keys.ts';

const MAX_URL_LENGTH = 500;

export const webhookName = z
  .string()
  .trim()
  .min(1, { error: () => CONTRACT_MESSAGES.webhookName })
  .max(MAX_LABEL_LENGTH, { error: () => CONTRACT_MESSAGES.nameLimit(MAX_LABEL_LENGTH) });
export const webhookUrl = z
  .string()
  .trim()
  .min(1, { error: () => CONTRACT_MESSAGES.webhookUrl })
  .max(MAX_URL_LENGTH, { error: () => CONTRACT_MESSAGES.urlLimit(MAX_URL_LENGTH) });

/** A webhook. Its secret is shown only when it is made and when it is rotated. */
export const webhookRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  dataSources: z.array(z.string()).nullable(),
  /** Whether amounts are sent; only a customer's webhook can be without. */
  hasPrices: z.boolean(),
  /** `paused` by a person; `failing` when it was paused because it kept failing. */
  state: z.enum(['active', 'paused', 'failing']),
  failingSince: moment.nullable(),
  lastError: z.string().nullable(),
  /** How many messages wait for an attempt, and how many were given up. */
  waiting: z.int(),
  failed: z.int(),
  previousSecretValidUntil: moment.nullable(),
  createdAt: moment,
});
export type WebhookRow = z.infer<typeof webhookRow>;
export const shownWebhook = z.strictObject({ webhook: webhookRow, secret: z.string() });
export type ShownWebhook = z.infer<typeof shownWebhook>;

export const webhookDeliveryRow = z.strictObject({
  id: z.int(),
  eventId: z.uuid(),
  type: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  nextAttemptAt: moment.nullable(),
  lastStatus: z.int().nullable(),
  lastError: z.string().nullable(),
  createdAt: moment,
  deliveredAt: moment.nullable(),
});
export type WebhookDeliveryRow = z.infer<typeof webhookDeliveryRow>;
export const webhookDeliveries = z.array(webhookDeliveryRow);
/** The deliveries of a webhook, newest first. */
export const deliveryQuery = z.object({
  state: z.enum(['', 'waiting', 'delivered', 'failed']).default(''),
  limit: wholeNumber(1, 500).default(100),
});

/** The moment from which the events of a webhook are sent again, and in the answer how many messages that is. */
export const replayBody = z.strictObject({ since: moment });
export const replayAnswer = z.strictObject({ replayed: z.int() });

const params = z.object({ id: idInPath });
const settings = z.strictObject({
  name: webhookName,
  url: webhookUrl,
  types: z
    .array(z.enum(SUPPLY_EVENT_TYPES, { error: () => CONTRACT_MESSAGES.eventType }))
    .min(1, { error: () => CONTRACT_MESSAGES.oneEventType })
    .max(SUPPLY_EVENT_TYPES.length),
  dataSources: serviceKeyDataSources.optional(),
});
/** The settings that a form has shown and replaces. */
const replacedSettings = webhookRow.pick({ name: true, url: true, types: true, dataSources: true });
export type ReplacedSettings = z.infer<typeof replacedSettings>;
const desk = { access: { staff: ['integration'] }, scope: 'user', requirement: 'EVT-03' } as const;

export const listWebhooks = defineEndpoint({
  id: 'desk.webhooks',
  summary: "The supplier's webhooks, with their state; customers' webhooks that are paused because they fail are listed, too",
  method: 'GET',
  path: '/desk/webhooks',
  ...desk,
  answer: z.array(webhookRow.extend({ globalCustomerNumber: z.string().nullable() })),
});

export const createWebhook = defineEndpoint({
  id: 'desk.create-webhook',
  summary: 'Adds a webhook; the answer shows its signing secret. Events from now on are sent',
  method: 'POST',
  path: '/desk/webhooks',
  ...desk,
  body: settings,
  answer: shownWebhook,
  answersSecret: true,
});

export const updateWebhook = defineEndpoint({
  id: 'desk.update-webhook',
  summary: 'Changes the name, address, types and data sources of a webhook',
  method: 'PUT',
  path: '/desk/webhooks/:id',
  ...desk,
  params,
  body: settings.extend({
    replaces: replacedSettings
      .optional()
      .describe('The settings that are replaced, as they were listed. 409 if they were changed meanwhile.'),
  }),
  answer: webhookRow,
});

export const pauseWebhook = defineEndpoint({
  id: 'desk.pause-webhook',
  summary: 'Stops sending to a webhook; its events wait',
  method: 'POST',
  path: '/desk/webhooks/:id/pause',
  ...desk,
  params,
  answer: webhookRow,
});

export const resumeWebhook = defineEndpoint({
  id: 'desk.resume-webhook',
  summary: 'Goes on with a webhook that was paused, with everything that happened meanwhile',
  method: 'POST',
  path: '/desk/webhooks/:id/resume',
  ...desk,
  params,
  answer: webhookRow,
});

export const rotateWebhookSecret = defineEndpoint({
  id: 'desk.rotate-webhook',
  summary: 'Gives a webhook a new signing secret; messages carry both signatures until the grace period ends',
  method: 'POST',
  path: '/desk/webhooks/:id/rotate',
  ...desk,
  params,
  body: z.strictObject({ graceHours }),
  answer: shownWebhook,
  answersSecret: true,
});

export const deleteWebhook = defineEndpoint({
  id: 'desk.delete-webhook',
  summary: 'Removes a webhook; what waits for it is not sent',
  method: 'DELETE',
  path: '/desk/webhooks/:id',
  ...desk,
  params,
  answer: messageAnswer,
});

export const listWebhookDeliveries = defineEndpoint({
  id: 'desk.webhook-deliveries',
  summary: 'The messages to a webhook, newest first',
  method: 'GET',
  path: '/desk/webhooks/:id/deliveries',
  ...desk,
  params,
  query: deliveryQuery,
  answer: webhookDeliveries,
});

export const replayWebhookDelivery = defineEndpoint({
  id: 'desk.replay-webhook-delivery',
  summary: 'Sends one message again',
  method: 'POST',
  path: '/desk/webhooks/:id/deliveries/:deliveryId/replay',
  ...desk,
  params: params.extend({ deliveryId: idInPath }),
  answer: webhookDeliveryRow,
});

export const replayWebhook = defineEndpoint({
  id: 'desk.replay-webhook',
  summary: 'Sends all events since a moment again, also those from before the webhook existed',
  method: 'POST',
  path: '/desk/webhooks/:id/replay',
  ...desk,
  params,
  body: replayBody,
  answer: replayAnswer,
});
