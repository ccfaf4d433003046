import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { MethodKind } from '@yardage/domain/saved-methods';
import { HOSTED_FIELDS_MESSAGES as MESSAGES } from './hosted-fields.messages.ts';

const SCRIPT = readFileSync(new URL('./hosted-fields.browser.js', import.meta.url), 'utf8');
const STYLES = readFileSync(new URL('./hosted-fields.css', import.meta.url), 'utf8');

/** The policy of the page: it runs its own script only, and only the portal may show it. */
export const FIELDS_POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'`,
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join(';');

/** The fields of each kind: name, autofill token, keyboard and how many share a line. */
const FIELDS = {
  card: [
    ['cardNumber', 'cc-number', 'numeric', 'whole'],
    ['expiry', 'cc-exp', 'numeric', 'half'],
    ['cvc', 'cc-csc', 'numeric', 'half'],
    ['cardHolderName', 'cc-name', 'text', 'whole'],
  ],
  check: [
    ['bankAccountNumber', 'off', 'numeric', 'half'],
    ['bankRoutingNumber', 'off', 'numeric', 'half'],
    ['avsName', 'billing name', 'text', 'whole'],
  ],
} as const satisfies Record<MethodKind, readonly (readonly [keyof typeof MESSAGES, string, string, 'whole' | 'half'])[]>;

export type HostedField = (typeof FIELDS)[MethodKind][number][0];

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Returns the page with the fields of a card or account, in the current language and in the colours of the page around it. */
export function fieldsPage(kind: MethodKind, { language, isDark }: { language: string; isDark: boolean }): string {
  const fields = FIELDS[kind].map(
    ([name, autofill, keyboard, width]) => `<div class="field ${width}">
      <label for="${name}">${escaped(MESSAGES[name])}</label>
      <input id="${name}" name="${name}" autocomplete="${autofill}" inputmode="${keyboard}" spellcheck="false" required aria-describedby="${name}-fault"${
        name === 'expiry' ? ` placeholder="${escaped(MESSAGES.expiryPlaceholder)}"` : ''
      }>
      <p class="fault" id="${name}-fault"></p>
    </div>`,
  );
  return `<!doctype html>
<html lang="${escaped(language)}" data-theme="${isDark ? 'dark' : 'light'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(MESSAGES.title)}</title><style>${STYLES}</style></head>
<body data-kind="${kind}" data-unreachable="${escaped(MESSAGES.unreachable)}">
<form novalidate aria-label="${escaped(MESSAGES.title)}">${fields.join('')}</form>
<p class="fault" id="failure" role="alert"></p>
<script>${SCRIPT}</script>
</body>
</html>`;
}
