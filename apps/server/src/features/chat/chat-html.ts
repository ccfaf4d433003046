import sanitizeHtml from 'sanitize-html';

const RULES: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'code'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer' }) },
};

/** Removes scripts and all other active content. The browser sanitises the HTML again before showing it (CHT-12). */
export const cleanHtml = (html: string): string => sanitizeHtml(html, RULES);

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Returns the text of the HTML as one line. */
export function textOfHtml(html: string): string {
  const spaced = html.replace(/<(?:br|\/p|\/li|\/tr|\/td|\/th)\b[^>]*>/g, ' ');
  const bare = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {} });
  return bare
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
}
