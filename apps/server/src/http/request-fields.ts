/** What the server adds to Fastify's requests and route configuration. */
import 'fastify';
import type { ApiError } from './api-error.ts';
import type { SignedIn } from './scope.ts';
import type { ServiceCaller } from './service-keys.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The verified token; undefined for machines and for endpoints without sign-in. Set before the body is read. */
    signedIn: SignedIn | undefined;
    /** The machine that calls: a system of the supplier, or of a customer who reads with their own key. */
    machine: ServiceCaller | undefined;
    /** The language of the answer: the one that the client asks for, otherwise the user's. */
    language: string | undefined;
    /** The signed-in user, once known. Log lines, the limit of uploads and idempotency keys name the caller by it. */
    userId: number | undefined;
    /** The staff member who views the portal as that user. */
    viewedBy: number | undefined;
    customerId: number | undefined;
    /** Set where only calls with an unknown secret count (`countsUnknownOnly`): counts this one, and rejects if there were too many. */
    countUnknown: (() => Promise<void>) | undefined;
    /** Why the request was refused. */
    refusal: ApiError | undefined;
  }
  interface FastifyContextConfig {
    /** The endpoint of an API route. */
    endpointId?: string;
    /** The list of the body whose items the handler checks one by one. */
    itemsIn?: string;
    /** Exempt from the rate limit: what every visitor's browser loads (`publicRoute`), `/healthz` and `/metrics`. */
    isUnlimited?: boolean;
    /** Set for routes that are called so often that their log lines would bury the others. */
    isUnlogged?: boolean;
    /** Set for a probe, whose failures are not logged either: the outage was logged when it began. */
    isProbe?: boolean;
    /** Set on routes without sign-in that are expensive: the limits of an address and of its network are divided by it. */
    publicWeight?: number;
    /** Whether only calls with an unknown secret, such as a wrong share link, count against the limits of a day. */
    countsUnknownOnly?: boolean;
    /** Why anybody may call a route outside the API. */
    publicBecause?: string;
  }
}
