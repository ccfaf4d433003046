import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  pauseWebhook,
  replayWebhook,
  replayWebhookDelivery,
  resumeWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '@yardage/contract/webhooks';
import type { Area } from '#server/features/area';
import { SUPPLIER_WEBHOOKS, webhooksService } from './webhooks.service.ts';

/** The supplier's own webhooks, managed by staff. */
export const webhooksArea: Area = (bind, services) => {
  const webhooks = webhooksService(services, SUPPLIER_WEBHOOKS);
  const by = ({ caller: { userId }, requestId }: { caller: { userId: number }; requestId: string }) => ({ userId, requestId });
  bind(listWebhooks, () => webhooks.listForDesk());
  bind(createWebhook, (input) => webhooks.create({ ...input.body, hasPrices: true }, by(input)));
  bind(updateWebhook, (input) => {
    const { replaces, ...settings } = input.body;
    return webhooks.update(input.params.id, { ...settings, hasPrices: true }, replaces, by(input));
  });
  bind(pauseWebhook, (input) => webhooks.pause(input.params.id, by(input)));
  bind(resumeWebhook, (input) => webhooks.resume(input.params.id, by(input)));
  bind(rotateWebhookSecret, (input) => webhooks.rotate(input.params.id, input.body.graceHours, by(input)));
  bind(deleteWebhook, (input) => webhooks.remove(input.params.id, by(input)));
  bind(listWebhookDeliveries, ({ params, query }) => webhooks.deliveries(params.id, query));
  bind(replayWebhookDelivery, (input) => webhooks.replayDelivery(input.params.id, input.params.deliveryId, by(input)));
  bind(replayWebhook, (input) => webhooks.replaySince(input.params.id, input.body.since, by(input)));
};
