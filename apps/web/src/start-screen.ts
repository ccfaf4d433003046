import type { PublicConfig } from '@yardage/contract/public-config';
import { parentPath } from './lib/navigation/previous-page.ts';
import { SIDEBAR_KEY, VIEW_AS_KEY } from './lib/storage-keys.ts';

// What a signed-in page shows while the app's scripts load: the page's title in its place and, below it, bars in place of its content. Part of
// the page's first script, so it uses the DOM only. Its styles are in start.css; `endStart` removes it.

/** Texts of the start in one language. */
export interface StartTexts {
  /** By path. */
  titles: Readonly<Record<string, string>>;
  /** The dashboard's sentence, with a placeholder for the portal's name. */
  welcome: string;
}

/** The one page whose content begins with a text that is known before anything is loaded. */
const DASHBOARD = '/dashboard';

interface Start {
  /** The page's path. */
  page: string;
  texts: StartTexts | undefined;
  config: Promise<PublicConfig>;
}

/** Shows the start of a page. Resolves when it has been painted, or when there is nothing to wait for. */
export async function showStart({ page, texts, config }: Start): Promise<void> {
  const content = box('start-page');
  const screen = box('start-screen', box('start-side'), box('start-column', head(texts?.titles[page] ?? ''), content));
  screen.id = 'start-screen';
  // Screen readers read the page once it is there, as they did without the start.
  screen.setAttribute('aria-hidden', 'true');
  screen.dataset.sidebar = localStorage.getItem(SIDEBAR_KEY) === 'false' ? 'rail' : 'open';
  // The banner of a staff member's view moves the header down. A page of the desk ends the view.
  if (sessionStorage.getItem(VIEW_AS_KEY) && !page.startsWith('/desk')) screen.dataset.viewing = '';
  config.then(
    ({ branding }) =>
      content.append(
        ...(page === DASHBOARD ? [banner(texts?.welcome ?? '', branding)] : [box('start-bar start-line'), box('start-bar start-filters')]),
        rows(),
      ),
    () => undefined,
  );
  document.documentElement.dataset.start = 'layout';
  // A page in the background has no frames.
  while (!document.hidden) {
    await new Promise(requestAnimationFrame);
    // The layout may have come first.
    if (!document.documentElement.dataset.start) return;
    // The body is parsed after this script has run.
    if (!document.body) continue;
    document.body.prepend(screen);
    // A task of its own comes after the frame.
    return new Promise((resolve) => void setTimeout(resolve));
  }
}

function head(title: string): HTMLElement {
  const text = box('start-title');
  text.textContent = title;
  const isNested = parentPath(location.pathname) !== null;
  return box('start-head', box('start-button'), ...(isNested ? [box('start-button')] : []), text);
}

/** The dashboard's banner. The user's name is not known yet. */
function banner(welcome: string, { platformName, showWelcomeMessage }: PublicConfig['branding']): HTMLElement {
  const words = box('start-words', box('start-bar start-name'), box('start-bar start-account'));
  if (showWelcomeMessage) {
    const text = box('start-welcome');
    text.textContent = welcome.replace('{platformName}', () => platformName);
    words.append(text);
  }
  return box('start-banner', words);
}

const ROWS = 6;

function rows(): HTMLElement {
  return box('start-rows', ...Array.from({ length: ROWS }, () => box('start-bar')));
}

function box(className: string, ...inner: HTMLElement[]): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  element.append(...inner);
  return element;
}
