import { offeredLanguages, translationOf } from '@yardage/messages/catalogues';
import type { Plugin } from 'vite';
import { START_MESSAGES } from './src/app/start.messages.ts';

/** As for a list that does not answer (ERR-11). */
const AFTER = '10s';

// Over what the first script draws, and gone as soon as the page has content. Nothing else of the page may have arrived, so it uses no file, and
// the browser's colors where ours are missing.
const STYLE = `
.still-loading { position: fixed; z-index: 1; inset: 20vh 16px auto; max-width: 400px; margin: auto; padding: 16px 24px;
  border: 1px solid var(--line, GrayText); border-radius: 8px; background: var(--surface, Canvas); color: var(--text, CanvasText);
  font: 1rem/1.5 system-ui, sans-serif; visibility: hidden; animation: still-loading 0s ${AFTER} forwards }
.still-loading a { display: block; padding: 10px 0; color: var(--accent-text, LinkText) }
:is(#root, #share):not(:empty) ~ .still-loading { display: none }
@media (scripting: none), print { .still-loading { display: none } }
@keyframes still-loading { to { visibility: visible } }
`;

/**
 * Adds a message to a page's HTML that is shown if the page stays empty because a script does not arrive. It needs no script itself, so it is in
 * every language. Its link loads the page again. An address whose end browsers do not send (SHR-01) would lose that end, so such a page has
 * no link.
 */
export function stillLoading({ hasLink = true } = {}): Plugin {
  return {
    name: 'yardage:still-loading',
    transformIndexHtml: () => [
      { tag: 'style', children: STYLE, injectTo: 'head' },
      { tag: 'div', attrs: { class: 'still-loading', role: 'status' }, children: texts(hasLink), injectTo: 'body' },
    ],
  };
}

function texts(hasLink: boolean): string {
  return offeredLanguages()
    .map((language) => {
      const slow = translationOf(language, 'start.slow') ?? START_MESSAGES.slow;
      const retry = translationOf(language, 'start.retry') ?? START_MESSAGES.retry;
      return `<p lang="${language}">${slow}${hasLink ? ` <a href="">${retry}</a>` : ''}</p>`;
    })
    .join('');
}
