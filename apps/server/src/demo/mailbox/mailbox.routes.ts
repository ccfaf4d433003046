import { readFileSync } from 'node:fs';
import type { Branding } from '@yardage/contract/public-config';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '#server/database/database';
import { listPage, mailPage, missingPage } from './mailbox.pages.ts';
import { findAttachment, findMail, listMails } from './mailbox.queries.ts';

const MAILS_PER_PAGE = 50;
const CONTENT_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** The demo's mailbox: shows the mails that the server would have sent. */
export function registerDemoMailbox(app: FastifyInstance, database: Database, { platformName, accentColor }: Branding): void {
  const open = { config: { publicBecause: 'whoever tries the demo reads its mail here; production has no such page' } };
  const stylesheet = `:root { --accent: ${accentColor}; }\n${readFileSync(new URL('./mailbox.css', import.meta.url), 'utf8')}`;

  app.get('/demo/mailbox.css', open, (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(stylesheet),
  );

  app.get<{ Querystring: { before?: unknown } }>('/demo/mailbox', open, async (request, reply) => {
    const before = wholeNumber(request.query.before);
    const { total, mails: found } = await listMails(database, before, MAILS_PER_PAGE + 1);
    const mails = found.slice(0, MAILS_PER_PAGE);
    const olderThan = found.length > MAILS_PER_PAGE ? mails.at(-1)?.id : undefined;
    return sendPage(reply, listPage(platformName, { total, mails }, { isFirst: before === undefined, olderThan }));
  });

  app.get<{ Params: { id: string } }>('/demo/mailbox/:id', open, async (request, reply) => {
    const id = wholeNumber(request.params.id);
    const mail = id === undefined ? undefined : await findMail(database, id);
    return mail ? sendPage(reply, mailPage(platformName, mail)) : sendPage(reply.code(404), missingPage(platformName));
  });

  app.get<{ Params: { id: string; index: string } }>('/demo/mailbox/:id/attachments/:index', open, async (request, reply) => {
    const [id, index] = [wholeNumber(request.params.id), wholeNumber(request.params.index)];
    const file = id === undefined || index === undefined ? undefined : await findAttachment(database, id, index);
    if (!file) return sendPage(reply.code(404), missingPage(platformName));
    return reply
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', asAttachment(file.fileName))
      .type(CONTENT_TYPE.test(file.contentType) ? file.contentType : 'application/octet-stream')
      .send(Buffer.from(file.base64, 'base64'));
  });
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
}

/** Parses a number from the URL; undefined if it is none. Nine digits fit the database's integer type. */
function wholeNumber(text: unknown): number | undefined {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** The file name in ASCII for old clients and in full for the others (RFC 6266). */
function asAttachment(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}
