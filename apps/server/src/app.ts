import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { AddressSearchPort } from '#server/adapters/addresses/port';
import type { AccountsPort, IdentityPort } from '#server/adapters/identity/port';
import type { MailPort } from '#server/adapters/mail/port';
import type { Config } from '#server/config';
import type { Database } from '#server/database/database';
import type { Area } from '#server/features/area';
import { AREAS } from '#server/features/areas';
import { MailService } from '#server/features/mail/mail.service';
import { endpointBinder } from '#server/http/bind-endpoint';
import { registerErrorHandler, sendProblem } from '#server/http/error-handler';
import { Guard } from '#server/http/guard';
import { registerObservability, requestIds } from '#server/http/observability';
import { registerProbes } from '#server/http/probes';
import { registerPublicPages } from '#server/http/public-pages';
import { assertAllBound, watchRoutes } from '#server/http/route-register';
import { registerSecurity } from '#server/http/security';
import { Jobs } from '#server/jobs/jobs';

/** What the application talks to; chosen by configuration in `main.ts`, by tests as they need. */
export interface Adapters {
  database: Database;
  identity: IdentityPort;
  accounts: AccountsPort;
  addresses: AddressSearchPort;
  mail: MailPort;
  log: Logger;
  signIn: { issuer: string; clientId: string; audience: string; scope: string };
  /** Routes that only the demo has. */
  registerDemo?: (app: FastifyInstance) => Promise<void>;
}

const BODY_LIMIT_BYTES = 256 * 1024;

export interface App {
  http: FastifyInstance;
  jobs: Jobs;
}

/** Builds the application; nothing listens and no job runs yet. */
export async function createApp(config: Config, adapters: Adapters, areas: readonly Area[] = AREAS): Promise<App> {
  const { database, log } = adapters;
  const http = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) => sendProblem(request, reply, error),
    trustProxy: config.trustedProxies > 0 ? (_address: string, hop: number) => hop < config.trustedProxies : false,
    bodyLimit: BODY_LIMIT_BYTES,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    ...requestIds,
  }) as unknown as FastifyInstance;
  http.decorateRequest('signedIn', undefined);
  http.decorateRequest('userId', undefined);
  http.decorateRequest('customerId', undefined);
  registerErrorHandler(http);
  watchRoutes(http);
  await registerSecurity(http, config);
  await http.register(multipart);

  const jobs = new Jobs(database, log);
  registerObservability(http, config, database, jobs);
  registerProbes(http, database);

  const guard = new Guard(database, adapters.identity, {
    subscriptionKey: config.subscriptionKey,
    isSubscriptionKeyRequired: config.mode === 'production',
  });
  const { bind, bound } = endpointBinder(http, guard, config.callsPerMinute);
  const services = {
    database,
    branding: config.branding,
    mail: new MailService(database, jobs, adapters.mail),
    accounts: adapters.accounts,
    addresses: adapters.addresses,
    publicUrl: config.publicUrl,
  };
  for (const area of areas) area(bind, services);
  assertAllBound(bound);

  await adapters.registerDemo?.(http);
  await registerPublicPages(http, config, adapters.signIn);
  return { http, jobs };
}
