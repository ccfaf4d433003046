import { useMemo } from 'react';
import classes from './message-item.module.css';
import { sanitizeHtml } from './sanitize-html.ts';

/** A message with markup, sanitised once more where it is shown (CHT-12). */
export function HtmlMessage({ html }: { html: string }) {
  const clean = useMemo(() => ({ __html: sanitizeHtml(html) }), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: only what a strict list allows is left of it
  return <div className={classes.html} dangerouslySetInnerHTML={clean} />;
}
