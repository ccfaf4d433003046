import { formatDateTime } from '@yardage/domain/dates';
import { type Html, html } from '#server/http/html';
import type { MailboxPage, MailDetail, MailRow } from './mailbox.queries.ts';

/** The list of mails, newest first. */
export function listPage(
  platformName: string,
  { total, mails }: MailboxPage,
  view: { isFirst: boolean; olderThan: number | undefined },
): string {
  const count = total === 1 ? '1 mail' : `${total.toLocaleString('en-US')} mails`;
  const table = html`
    <table>
      <thead><tr><th scope="col">Subject</th><th scope="col">To</th><th scope="col" class="count">Attachments</th><th scope="col">Received (UTC)</th></tr></thead>
      <tbody>${mails.map(listRow)}</tbody>
    </table>`;
  return page(
    platformName,
    'Demo mailbox',
    html`
    <header><h1>Demo mailbox</h1><p>Mail that the demo would have sent. ${count}, newest first.</p></header>
    <section class="card">${mails.length > 0 ? table : emptyText(total)}</section>
    ${pager(view)}`,
  );
}

function listRow({ id, subject, recipients, attachmentCount, receivedAt }: MailRow): Html {
  return html`
    <tr>
      <td class="subject"><a class="subject-link" href="/demo/mailbox/${id}">${subject || '(no subject)'}</a></td>
      <td class="to">${recipients.join(', ')}</td>
      <td class="count" data-label="Attachments">${attachmentCount}</td>
      <td class="date"><time datetime="${receivedAt}">${formatDateTime(receivedAt, 'UTC')}</time></td>
    </tr>`;
}

function emptyText(total: number): Html {
  return total > 0
    ? html`<p class="empty">There are no older mails.</p>`
    : html`<p class="empty">No mail yet. Send an order from the portal and it arrives here within seconds.</p>`;
}

function pager({ isFirst, olderThan }: { isFirst: boolean; olderThan: number | undefined }): Html {
  const newest = isFirst ? html`` : html`<a class="page-link" href="/demo/mailbox">Newest</a>`;
  const older = olderThan === undefined ? html`` : html`<a class="page-link" href="/demo/mailbox?before=${olderThan}">Older</a>`;
  return isFirst && olderThan === undefined ? html`` : html`<nav aria-label="Pages">${newest}${older}</nav>`;
}

/** One mail. */
export function mailPage(platformName: string, { id, subject, sender, recipients, receivedAt, body, attachments }: MailDetail): string {
  const files = attachments.map(
    ({ fileName, sizeBytes }, index) =>
      html`<li><a class="file-link" href="/demo/mailbox/${id}/attachments/${index}" download>${fileName}</a> <span class="size">${formatSize(sizeBytes)}</span></li>`,
  );
  return page(
    platformName,
    subject,
    html`
    <header><p><a href="/demo/mailbox">Demo mailbox</a></p><h1>${subject || '(no subject)'}</h1></header>
    <article class="card mail">
      <dl>
        <dt>From</dt><dd>${sender}</dd>
        <dt>To</dt><dd>${recipients.join(', ')}</dd>
        <dt>Received</dt><dd><time datetime="${receivedAt}">${formatDateTime(receivedAt, 'UTC')} UTC</time></dd>
      </dl>
      <p class="body">${body}</p>
      ${files.length > 0 ? html`<h2>Attachments</h2><ul>${files}</ul>` : html``}
    </article>`,
  );
}

/** The page for a mail or attachment that does not exist. */
export function missingPage(platformName: string): string {
  return page(
    platformName,
    'Not found',
    html`<header><h1>Not found</h1><p>This mail is not in the mailbox. <a href="/demo/mailbox">See all mail</a></p></header>`,
  );
}

function page(platformName: string, title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en-US">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · ${platformName}</title>
    <link rel="stylesheet" href="/demo/mailbox.css">
  </head>
  <body>
    <div class="brand">${platformName}</div>
    <main>${content}</main>
  </body>
</html>
`.text;
}

function formatSize(sizeBytes: number): string {
  if (sizeBytes < 1024) return `${sizeBytes} bytes`;
  return sizeBytes < 1024 * 1024 ? `${Math.round(sizeBytes / 1024)} kB` : `${(sizeBytes / 1024 / 1024).toFixed(1)} MB`;
}
