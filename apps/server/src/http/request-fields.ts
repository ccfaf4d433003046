/** What the server adds to Fastify's requests and route configuration. */
import 'fastify';
import type { Identity } from '#server/adapters/identity/port';
import type { ApiError } from './api-error.ts';
import type { ServiceCaller } from './service-keys.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard before the body is read. */
    signedIn: { token: string; identity: Identity } | undefined;
    /** The machine that calls, for endpoints of machines. */
    machine: ServiceCaller | undefined;
    /** The language of the answer: the one that the client asks for, otherwise the user's. */
    language: string | undefined;
    /** For the log line of the request. */
    userId: number | undefined;
    /** The staff member who views the portal as that user. */
    viewedBy: number | undefined;
    customerId: number | undefined;
    /** Counts a call that named an unknown secret, where only those count. Rejects if there were too many. */
    countUnknown: (() => Promise<void>) | undefined;
    /** Why the request was refused. */
    refusal: ApiError | undefined;
  }
  interface FastifyContextConfig {
    /** The endpoint of an API route. */
    endpointId?: string;
    /** The list of the body whose items the handler checks one by one. */
    itemsIn?: string;
    /** Static files and the cheapest probe are exempt from the rate limit. */
    isUnlimited?: boolean;
    /** Set for routes that are called so often that their log lines would bury the others. */
    isUnlogged?: boolean;
    /** Set for a probe, whose failures are not logged either: what is wrong was logged when it began. */
    isProbe?: boolean;
    /** Set where anybody may call something expensive; the heavier, the fewer calls an address and its network have. */
    publicWeight?: number;
    /** Whether only calls with an unknown secret count against the limits of a day. */
    countsUnknownOnly?: boolean;
    /** Why anybody may call a route outside the API. */
    publicBecause?: string;
  }
}
