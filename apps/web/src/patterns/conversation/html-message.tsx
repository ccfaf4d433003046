import { useMemo } from 'react';
import classes from './message-item.module.css';
import { sanitizeHtml } from './sanitize-html.ts';

/** A message with HTML. The client sanitizes it again before showing it (CHT-12). */
export function HtmlMessage({ html }: { html: string }) {
  const clean = useMemo(() => ({ __html: sanitizeHtml(html) }), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the sanitizer keeps only tags and attributes of a strict allowlist
  return <div className={classes.html} dangerouslySetInnerHTML={clean} />;
}
