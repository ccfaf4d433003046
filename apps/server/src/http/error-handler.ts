import type { ErrorCode } from '@yardage/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '#server/database/failures';
import { ApiError, toProblem } from './api-error.ts';

/** What Fastify's own refusals mean in our catalogue, by status. */
const CODE_OF_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'malformed-request',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'payload-too-large',
  415: 'unsupported-media-type',
  429: 'too-many-requests',
  503: 'service-unavailable',
};

/** Any error as one of ours; what is not ours becomes an internal error without details. */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error)) return new ApiError('service-unavailable', { cause: error });
  const { statusCode } = error as FastifyError;
  if (statusCode && statusCode < 500) return new ApiError(CODE_OF_STATUS[statusCode] ?? 'malformed-request', { cause: error });
  return new ApiError('internal-error', { cause: error });
}

/** Sends the problem document of an error and logs what is ours to mend. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const apiError = toApiError(error);
  if (apiError.status >= 500) request.log.error({ reqId: request.id, err: apiError.cause ?? apiError }, 'request failed');
  if (apiError.status === 401) reply.header('www-authenticate', 'Bearer');
  if (apiError.retryAfterSeconds) reply.header('retry-after', apiError.retryAfterSeconds);
  return reply
    .code(apiError.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(toProblem(apiError, request.id));
}

/** The one error handler of the server. */
export function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error));
}
