import type { ErrorCode } from '@yardage/contract/errors';
import { runInLanguage } from '@yardage/messages/language';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '#server/database/failures';
import { ApiError, toProblem } from './api-error.ts';

/** Our error codes for Fastify's own errors, by status. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed-request',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
  503: 'service-unavailable',
};

/** Converts any error to an ApiError; an unknown one becomes an internal error without details. */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error)) return new ApiError('service-unavailable', { cause: error });
  const { statusCode } = error as FastifyError;
  if (statusCode && statusCode < 500) return new ApiError(CODE_OF_STATUS[statusCode] ?? 'malformed-request', { cause: error });
  return new ApiError('internal-error', { cause: error });
}

/** Sends the problem document of an error, and logs it if it is a server error. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const apiError = toApiError(error);
  request.refusal = apiError;
  const { retryAt } = apiError.extras;
  // Probes call many times a second, so their failures are not logged. A refusal with a retry time is not a failure.
  if (apiError.status >= 500 && !request.routeOptions.config.isProbe && !retryAt)
    request.log.error({ reqId: request.id, err: apiError.cause ?? apiError }, 'request failed');
  if (retryAt) reply.header('retry-after', Math.max(1, Math.ceil((Date.parse(retryAt) - Date.now()) / 1000)));
  if (apiError.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply
    .code(apiError.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(runInLanguage(request.language, () => toProblem(apiError, request.id)));
}

/** The one error handler of the server. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.decorateRequest('refusal', undefined);
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
}
