import {
  createApiKey,
  createCustomerWebhook,
  deleteCustomerWebhook,
  listApiKeys,
  listCustomerDeliveries,
  listCustomerWebhooks,
  replayCustomerDelivery,
  replayCustomerWebhook,
  resumeCustomerWebhook,
  revokeApiKey,
  rotateCustomerWebhook,
} from '@yardage/contract/integrations';
import type { Area } from '#server/features/area';
import type { Scope } from '#server/http/scope';
import { integrationsService } from './integrations.service.ts';

/** What a customer's administrators give to the systems of their own company. */
export const integrationsArea: Area = (bind, services) => {
  const of = (scope: Scope) => integrationsService(services, scope);
  const by = ({ scope: { userId }, requestId }: { scope: Scope; requestId: string }) => ({ userId, requestId });
  bind(listApiKeys, ({ scope }) => of(scope).keys.list());
  bind(createApiKey, ({ scope, body, requestId }) => of(scope).createKey(body, requestId));
  bind(revokeApiKey, (input) => of(input.scope).keys.revoke({ id: input.params.id }, by(input)));
  bind(listCustomerWebhooks, ({ scope }) => of(scope).webhooks.list());
  bind(createCustomerWebhook, (input) => of(input.scope).webhooks.create(input.body, by(input)));
  bind(resumeCustomerWebhook, (input) => of(input.scope).webhooks.resume(input.params.id, by(input)));
  bind(rotateCustomerWebhook, (input) => of(input.scope).webhooks.rotate(input.params.id, input.body.graceHours, by(input)));
  bind(deleteCustomerWebhook, (input) => of(input.scope).webhooks.remove(input.params.id, by(input)));
  bind(listCustomerDeliveries, ({ scope, params, query }) => of(scope).webhooks.deliveries(params.id, query));
  bind(replayCustomerDelivery, (input) => of(input.scope).webhooks.replayDelivery(input.params.id, input.params.deliveryId, by(input)));
  bind(replayCustomerWebhook, (input) => of(input.scope).webhooks.replaySince(input.params.id, input.body.since, by(input)));
};
