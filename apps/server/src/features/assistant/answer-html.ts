import type { AssistantBlock } from '@yardage/contract/assistant';
import { withCustomer } from '@yardage/domain/customer-link';
import type { AnswerPart } from '#server/adapters/assistant/port';
import { type Html, html } from '#server/http/html';

/** Renders an answer as the simple HTML that a chat message may contain. All text is escaped, and its links name the customer. */
export async function answerHtml(parts: AsyncIterable<AnswerPart>, globalCustomerNumber: string): Promise<string> {
  const pieces: Html[] = [];
  for await (const part of parts) {
    if (part.type === 'text') for (const line of part.text.split('\n').filter(Boolean)) pieces.push(html`<p>${line}</p>`);
    if (part.type === 'block') pieces.push(blockHtml(part.block, globalCustomerNumber));
  }
  return pieces.map(({ text }) => text).join('');
}

function blockHtml(block: AssistantBlock, globalCustomerNumber: string): Html {
  if (block.kind === 'text') return html`<p>${block.text}</p>`;
  // A chat is about one record, and its facts are already shown beside the chat.
  if (block.kind === 'facts') return html``;
  if (block.kind === 'links') {
    const items = block.links.map(({ label, href }) => html`<li><a href="${withCustomer(href, globalCustomerNumber)}">${label}</a></li>`);
    return html`<ul>${items}</ul>`;
  }
  const head = block.columns.map(({ header }) => html`<th>${header}</th>`);
  const rows = block.rows.map((row) => html`<tr>${row.map(({ text }) => html`<td>${text}</td>`)}</tr>`);
  return html`<table><thead><tr>${head}</tr></thead><tbody>${rows}</tbody></table>`;
}
