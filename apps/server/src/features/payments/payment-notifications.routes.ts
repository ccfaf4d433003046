import type { FastifyInstance } from 'fastify';
import { NotificationRefusedError } from '#server/adapters/payments/port';
import { ApiError } from '#server/http/api-error';
import type { PaymentFlow } from './payment-flow.service.ts';

/** Where the processor sends its notifications. */
export const PAYMENT_NOTIFICATIONS_PATH = '/api/payments/notifications';

/** The processor's notifications: signed over the very bytes, so these are kept as they came. */
export async function registerPaymentNotifications(app: FastifyInstance, flow: PaymentFlow): Promise<void> {
  await app.register(async (own) => {
    own.removeAllContentTypeParsers();
    own.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    own.post(
      PAYMENT_NOTIFICATIONS_PATH,
      { config: { publicBecause: 'called by the payment processor, which signs what it sends' } },
      async (request) => {
        const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
        try {
          await flow.notice(request.headers, body);
        } catch (error) {
          if (error instanceof NotificationRefusedError || error instanceof SyntaxError) {
            throw new ApiError('malformed-request', { cause: error });
          }
          throw new ApiError('service-unavailable', { cause: error });
        }
        return { received: true };
      },
    );
  });
}
