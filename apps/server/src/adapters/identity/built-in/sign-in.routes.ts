import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import type { Database } from '#server/database/database';
import { isPassword } from '../passwords.ts';
import { type BuiltInProvider, PROVIDER_PATH } from './provider.ts';
import { findSignInAccount } from './records.queries.ts';
import { expiredPage, type OneClickAccount, signInPage } from './sign-in-page.ts';

export interface SignInSettings {
  platformName: string;
  supportEmail: string;
  accounts: readonly OneClickAccount[];
  password: string;
}

const publicBecause = 'signing in comes before being signed in';
const SIGN_INS_PER_MINUTE = 60;
const WRONG_PASSWORD = 'That email and password do not belong together.';

/** Mounts the built-in provider and its sign-in page. */
export async function registerBuiltInSignIn(
  app: FastifyInstance,
  database: Database,
  { provider }: BuiltInProvider,
  settings: SignInSettings,
): Promise<void> {
  const asset = async (name: string) => readFile(new URL(`./assets/${name}`, import.meta.url));
  const [stylesheet, script] = await Promise.all([asset('sign-in.css'), asset('sign-out.js')]);
  const callback = provider.callback();

  await app.register(async (scope) => {
    // The provider reads its own bodies.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${PROVIDER_PATH}/*`, { config: { publicBecause } }, async (request, reply) => {
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
      const raw = request.raw as typeof request.raw & { originalUrl?: string };
      raw.originalUrl = raw.url ?? '';
      raw.url = raw.originalUrl.slice(PROVIDER_PATH.length);
      await callback(raw, reply.raw);
    });
  });

  await app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 4096 }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    const page = (uid: string, email = '', error?: string) => signInPage({ ...settings, action: `/sign-in/${uid}`, email, error });
    scope.get('/sign-in/sign-in.css', { config: { publicBecause } }, (_request, reply) =>
      reply.type('text/css; charset=utf-8').send(stylesheet),
    );
    scope.get('/sign-in/sign-out.js', { config: { publicBecause } }, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(script),
    );
    scope.get<{ Params: { uid: string } }>('/sign-in/:uid', { config: { publicBecause } }, async (request, reply) => {
      if (!(await findInteraction(request, reply))) return sendHtml(reply, expiredPage(settings.platformName), 400);
      return sendHtml(reply, page(request.params.uid));
    });
    scope.post<{ Params: { uid: string }; Body: Record<string, string> }>(
      '/sign-in/:uid',
      { config: { publicBecause, rateLimit: { max: SIGN_INS_PER_MINUTE } } },
      async (request, reply) => {
        if (!(await findInteraction(request, reply))) return sendHtml(reply, expiredPage(settings.platformName), 400);
        const { email = '', password = '' } = request.body ?? {};
        const account = await findSignInAccount(database, email);
        const isRight = await isPassword(password, account?.passwordHash ?? 'unknown:unknown');
        if (!account || !isRight) return sendHtml(reply, page(request.params.uid, email, WRONG_PASSWORD), 401);
        const next = await provider.interactionResult(request.raw, reply.raw, { login: { accountId: account.email, remember: true } });
        return reply.redirect(next, 303);
      },
    );
  });

  async function findInteraction(request: FastifyRequest, reply: FastifyReply) {
    try {
      return await provider.interactionDetails(request.raw, reply.raw);
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    }
  }
}

function sendHtml(reply: FastifyReply, html: string, status = 200): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
}
