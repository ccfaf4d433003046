import { readFile } from 'node:fs/promises';
import { currentLanguage, requestedLanguage, runInLanguage } from '@yardage/messages/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import type { Database } from '#server/database/database';
import { hashPassword, isPassword } from '../passwords.ts';
import { type BuiltInProvider, PROVIDER_PATH } from './provider.ts';
import { findSignInAccount, type SignInAccount, savePassword } from './records.queries.ts';
import { SIGN_IN_MESSAGES as MESSAGES } from './sign-in.messages.ts';
import { choosePasswordPage, expiredPage, type OneClickAccount, signInPage } from './sign-in-page.ts';

export interface SignInSettings {
  platformName: string;
  supportEmail: string;
  accentColor: string;
  accounts: readonly OneClickAccount[];
  password: string;
}

const publicBecause = 'signing in comes before being signed in';
/** An office shares an address, so its people may sign in some hundred times a day. */
const SIGN_IN_WEIGHT = 10;
const SIGN_INS_PER_MINUTE = 60;
const MIN_PASSWORD_LENGTH = 10;

/** Registers the routes of the built-in provider and its sign-in page. */
export async function registerBuiltInSignIn(
  app: FastifyInstance,
  database: Database,
  { provider }: BuiltInProvider,
  settings: SignInSettings,
): Promise<void> {
  const assets = await readAssets(settings.accentColor);
  const callback = provider.callback();

  await app.register(async (scope) => {
    // The provider parses request bodies itself.
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
    // The action keeps the chosen language.
    const actionOf = (uid: string) => `/sign-in/${uid}?language=${currentLanguage()}`;
    const page = (uid: string, email = '', error?: string) => signInPage({ ...settings, action: actionOf(uid), email, error });
    const choosePage = (uid: string, account: SignInAccount, temporaryPassword: string, error?: string) =>
      choosePasswordPage({ ...settings, action: actionOf(uid), email: account.email, temporaryPassword, error });
    for (const [name, { type, content }] of Object.entries(assets)) {
      scope.get(`/sign-in/${name}`, { config: { publicBecause, isUnlimited: true, isUnlogged: true } }, (_request, reply) =>
        reply.type(type).send(content),
      );
    }
    scope.get<{ Params: { uid: string } }>('/sign-in/:uid', { config: { publicBecause } }, async (request, reply) => {
      const interaction = await findInteraction(request, reply);
      return runInLanguage(languageOf(request, interaction), () =>
        interaction ? sendHtml(reply, page(request.params.uid)) : sendHtml(reply, expiredPage(settings.platformName), 400),
      );
    });
    scope.post<{ Params: { uid: string }; Body: Record<string, string> }>(
      '/sign-in/:uid',
      { config: { publicBecause, rateLimit: { max: SIGN_INS_PER_MINUTE }, publicWeight: SIGN_IN_WEIGHT } },
      async (request, reply) => {
        const interaction = await findInteraction(request, reply);
        return runInLanguage(languageOf(request, interaction), () => signInWith(request, reply, interaction !== undefined));
      },
    );

    async function signInWith(
      request: FastifyRequest<{ Params: { uid: string }; Body: Record<string, string> }>,
      reply: FastifyReply,
      isOpen: boolean,
    ): Promise<FastifyReply> {
      if (!isOpen) return sendHtml(reply, expiredPage(settings.platformName), 400);
      const { email = '', password = '', newPassword, repeatedPassword } = request.body ?? {};
      const account = await findSignInAccount(database, email);
      const isRight = await isPassword(password, account?.passwordHash ?? 'unknown:unknown');
      if (!account || !isRight) return sendHtml(reply, page(request.params.uid, email, MESSAGES.wrongPassword), 401);
      if (account.temporaryUntil) {
        if (account.temporaryUntil < new Date()) return sendHtml(reply, page(request.params.uid, email, MESSAGES.expiredPassword), 401);
        const choice = judgeChoice(password, newPassword, repeatedPassword);
        if (choice.password === undefined) return sendHtml(reply, choosePage(request.params.uid, account, password, choice.fault));
        await savePassword(database, account.email, await hashPassword(choice.password), null);
      }
      const next = await provider.interactionResult(request.raw, reply.raw, { login: { accountId: account.email, remember: true } });
      return reply.redirect(next, 303);
    }
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

/** The language chosen on the page, otherwise the one that the portal passed, otherwise the browser's. */
function languageOf({ query, language }: FastifyRequest, interaction: { params: Record<string, unknown> } | undefined): string | undefined {
  // Named twice, it is a list.
  const chosen = String((query as { language?: string | string[] }).language ?? '');
  const passed = String(interaction?.params.ui_locales ?? '').replaceAll(' ', ',');
  return requestedLanguage(chosen) ?? requestedLanguage(passed) ?? language;
}

/** Returns the chosen password, or why it is not accepted; neither if none was entered yet. */
function judgeChoice(
  temporary: string,
  chosen: string | undefined,
  repeated: string | undefined,
): { password?: string | undefined; fault?: string } {
  if (chosen === undefined) return {};
  if (chosen.length < MIN_PASSWORD_LENGTH) return { fault: MESSAGES.tooShort(MIN_PASSWORD_LENGTH) };
  if (chosen === temporary) return { fault: MESSAGES.sameAsTemporary };
  return chosen === repeated ? { password: chosen } : { fault: MESSAGES.notTheSame };
}

function sendHtml(reply: FastifyReply, html: string, status = 200): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(html);
}

/** Reads the page's assets: stylesheet in the brand's color, font, and the script that completes signing out. */
async function readAssets(accentColor: string): Promise<Record<string, { type: string; content: Buffer | string }>> {
  const own = (name: string) => readFile(new URL(`./assets/${name}`, import.meta.url));
  const typeface = await readFile(new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')));
  return {
    'sign-in.css': { type: 'text/css; charset=utf-8', content: `:root { --brand: ${accentColor}; }\n${await own('sign-in.css')}` },
    'language.js': { type: 'text/javascript; charset=utf-8', content: await own('language.js') },
    'sign-out.js': { type: 'text/javascript; charset=utf-8', content: await own('sign-out.js') },
    'inter.woff2': { type: 'font/woff2', content: typeface },
  };
}
