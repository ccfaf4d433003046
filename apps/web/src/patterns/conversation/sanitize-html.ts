import createPurifier from 'dompurify';

const TAGS = ['a', 'b', 'strong', 'i', 'em', 'u', 's', 'p', 'br', 'ul', 'ol', 'li', 'code', 'pre', 'blockquote'];
const TABLE_TAGS = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];
/** Links lead to the web or stay within the portal; `//host` would leave it unseen. */
const LINK = /^(?:https?:\/\/|\/(?![/\\]))/i;

const purifier = createPurifier(window);
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return;
  if (!element.getAttribute('href')) return;
  element.setAttribute('rel', 'noopener noreferrer nofollow');
  element.setAttribute('target', '_blank');
});

/** Leaves of a message's html what is text, lists, small tables and plain links; the server has done the same before (CHT-12). */
export function sanitizeHtml(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [...TAGS, ...TABLE_TAGS],
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: LINK,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
}
