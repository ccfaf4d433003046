import type { FastifyInstance } from 'fastify';
import { NotificationRefusedError } from '#server/adapters/payments/port';
import { ApiError } from '#server/http/api-error';
import type { PaymentFlow } from './payment-flow.service.ts';

/** The path that the processor sends its notifications to. */
export const PAYMENT_NOTIFICATIONS_PATH = '/api/payments/notifications';

/** Receives the processor's notifications. The signature covers the raw bytes, so the body is not parsed. */
export async function registerPaymentNotifications(app: FastifyInstance, flow: PaymentFlow): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post(
      PAYMENT_NOTIFICATIONS_PATH,
      { config: { publicBecause: 'called by the payment processor, which signs what it sends' } },
      async (request) => {
        const body = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
        try {
          await flow.handleNotification(request.headers, body);
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
