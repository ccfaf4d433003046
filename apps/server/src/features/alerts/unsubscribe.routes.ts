import { currentLanguage, runInLanguage } from '@yardage/messages/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { html } from '#server/http/html';
import { UNSUBSCRIBE_PATH } from './alert-engine.ts';
import { UNSUBSCRIBE_MESSAGES as MESSAGES } from './alerts.messages.ts';
import type { unsubscribeService } from './alerts.service.ts';

const link = z.object({ user: z.coerce.number().int().positive(), key: z.string().max(100) });
const MAX_BODY_BYTES = 1024;
const PUBLIC = { publicBecause: 'the link in a mail is signed, and works without signing in' };

/**
 * The link in every mail with alerts. Reading it only asks, because mail scanners open links; mail programs end the mails with one POST
 * (RFC 8058).
 */
export async function registerUnsubscribe(app: FastifyInstance, service: ReturnType<typeof unsubscribeService>): Promise<void> {
  const check = async ({ query }: FastifyRequest, act: (userId: number, key: string) => Promise<boolean>): Promise<boolean> => {
    const { data } = link.safeParse(query);
    return data !== undefined && act(data.user, data.key);
  };
  await app.register(async (own) => {
    own.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_request, _body, done) => done(null, undefined),
    );
    own.get(UNSUBSCRIBE_PATH, { config: PUBLIC }, async (request, reply) => {
      const isOwn = await check(request, service.isOwn);
      return runInLanguage(request.language, () =>
        reply
          .code(isOwn ? 200 : 404)
          .type('text/html; charset=utf-8')
          .send(isOwn ? page(MESSAGES.question, MESSAGES.confirm) : page(MESSAGES.unknown, null)),
      );
    });
    own.post(UNSUBSCRIBE_PATH, { config: PUBLIC }, async (request, reply) => {
      const isDone = await check(request, service.end);
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
