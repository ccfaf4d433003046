import createPurifier from 'dompurify';
import { useMemo } from 'react';
import classes from './message-item.module.css';

/** A message with HTML. The client sanitizes it again before showing it (CHT-12). */
export function HtmlMessage({ html }: { html: string }) {
  const clean = useMemo(() => ({ __html: sanitizeHtml(html) }), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the sanitizer keeps only tags and attributes of a strict allowlist
  return <div className={classes.html} dangerouslySetInnerHTML={clean} />;
}

const TAGS = ['a', 'b', 'strong', 'i', 'em', 'u', 's', 'p', 'br', 'ul', 'ol', 'li', 'code', 'pre', 'blockquote'];
const TABLE_TAGS = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];
/** Links may point to the web or within the portal. `//host` looks like a path but leaves the portal. */
const LINK = /^(?:https?:\/\/|\/(?![/\\]))/i;

const purifier = createPurifier(window);
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return;
  if (!element.getAttribute('href')) return;
  element.setAttribute('rel', 'noopener noreferrer nofollow');
  element.setAttribute('target', '_blank');
});

/** Keeps only text, lists, small tables and plain links of a message's HTML. The server has sanitized it before (CHT-12). */
function sanitizeHtml(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [...TAGS, ...TABLE_TAGS],
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: LINK,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}
