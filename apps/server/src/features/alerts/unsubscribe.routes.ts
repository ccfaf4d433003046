import { currentLanguage, runInLanguage } from '@yardage/messages/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '#server/database/database';
import { html } from '#server/http/html';
import { isOwnLink, UNSUBSCRIBE_PATH } from './alert-engine.ts';
import { UNSUBSCRIBE_MESSAGES as MESSAGES } from './alerts.messages.ts';
import { endMails } from './alerts.queries.ts';

const link = z.object({ user: z.coerce.number().int().positive(), key: z.string().max(100) });
const MAX_BODY_BYTES = 1024;
const PUBLIC = { publicBecause: 'the link in a mail is signed, and works without signing in' };

/**
 * The link in every mail with alerts. Reading it only asks, because mail scanners open links; mail programs end the mails with one POST
 * (RFC 8058).
 */
export async function registerUnsubscribe(app: FastifyInstance, database: Database, signingKey: () => Promise<string>): Promise<void> {
  const ownerOf = async ({ query }: FastifyRequest): Promise<number | undefined> => {
    const { data } = link.safeParse(query);
    return data && isOwnLink(await signingKey(), data.user, data.key) ? data.user : undefined;
  };
  await app.register(async (own) => {
    own.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_request, _body, done) => done(null, undefined),
    );
    own.get(UNSUBSCRIBE_PATH, { config: PUBLIC }, async (request, reply) => {
      const userId = await ownerOf(request);
      return runInLanguage(request.language, () =>
        reply
          .code(userId === undefined ? 404 : 200)
          .type('text/html; charset=utf-8')
          .send(userId === undefined ? page(MESSAGES.unknown, null) : page(MESSAGES.question, MESSAGES.confirm)),
      );
    });
    own.post(UNSUBSCRIBE_PATH, { config: PUBLIC }, async (request, reply) => {
      const userId = await ownerOf(request);
      const isDone = userId !== undefined && (await endMails(database, userId));
      return runInLanguage(request.language, () =>
        reply
          .code(isDone ? 200 : 404)
          .type('text/html; charset=utf-8')
          .send(page(isDone ? MESSAGES.done : MESSAGES.unknown, null)),
      );
    });
  });
}

function page(text: string, confirm: string | null): string {
  const form = confirm === null ? '' : html`<form method="post"><button type="submit">${confirm}</button></form>`;
  return html`<!doctype html>
<html lang="${currentLanguage()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${MESSAGES.title}</title></head>
<body><main><h1>${MESSAGES.title}</h1><p>${text}</p>${form}</main></body>
</html>`.text;
}
