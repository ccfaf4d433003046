import type { PublicConfig } from '@yardage/contract/public-config';
import type { EarlyCall } from './lib/http/early-start-state.ts';
import { parentPath } from './lib/navigation/previous-page.ts';
import { SIDEBAR_KEY, VIEW_AS_KEY } from './lib/storage-keys.ts';
import { box, later, textBox } from './start-box.ts';
import { startOfList } from './start-list.ts';

// What a signed-in page shows while the app's scripts load: the page's title in its place and, below it, bars in place of its content, on
// phones also the first rows of a list. Part of the page's first script, so it uses the DOM only. Its styles are in start.css; `end-start.ts`
// removes it.

/** Texts of the start in one language. */
export interface StartTexts {
  /** The titles by the page's path. */
  titles: Readonly<Record<string, string>>;
  /** The dashboard's sentence, with a placeholder for the portal's name. */
  welcome: string;
  /** What is said if the app does not arrive. */
  failure: { title: string; text: string; retry: string };
}

/** The one page whose content begins with a text that is known before anything is loaded. */
const DASHBOARD = '/dashboard';
/** The settings, which it needs, are asked for with the first script. */
const SENTENCE_WITHIN_MS = 150;

interface Start {
  /** The page's path. */
  page: string;
  texts: StartTexts | undefined;
  config: Promise<PublicConfig>;
  /** The early calls, if any were sent. */
  calls: Promise<readonly EarlyCall[]> | undefined;
}

interface ShownStart {
  /** Resolves when the start has been painted, or when there is nothing to wait for. */
  frame: Promise<void>;
  /** Resolves when the first rows of a list have been painted, too, if the page shows some. */
  rows: Promise<void>;
}

/** Shows the start of a page. */
export function showStart({ page, texts, config, calls }: Start): ShownStart {
  const content = box('start-page');
  const screen = box('start-screen', box('start-side'), box('start-column', head(texts?.titles[page] ?? ''), content));
  screen.id = 'start-screen';
  // Screen readers read the page once it is there, as they did without the start.
  screen.setAttribute('aria-hidden', 'true');
  screen.dataset.sidebar = localStorage.getItem(SIDEBAR_KEY) === 'false' ? 'rail' : 'open';
  // The banner of a staff member's view moves the header down. A page of the desk ends the view.
  if (sessionStorage.getItem(VIEW_AS_KEY) && !page.startsWith('/desk')) screen.dataset.viewing = '';
  const list = startOfList(page, calls);
  if (list) content.append(...list.elements);
  else if (page !== DASHBOARD) content.append(box('start-bar start-line'), box('start-bar start-filters'), rows());
  document.documentElement.dataset.start = 'layout';
  // The dashboard's first sentence comes from the settings.
  const filled = page === DASHBOARD ? Promise.race([fillDashboard(content, texts, config), later(SENTENCE_WITHIN_MS)]) : Promise.resolve();
  const frame = filled.then(() => addWithFrame(screen));
  return { frame, rows: list ? Promise.all([frame, list.rows]).then(painted) : frame };
}

async function fillDashboard(content: HTMLElement, texts: StartTexts | undefined, config: Promise<PublicConfig>): Promise<void> {
  const settings = await config.catch(() => undefined);
  if (settings) content.append(banner(texts?.welcome ?? '', settings.branding), rows());
}

/** Adds the start to the page with its first frame. */
async function addWithFrame(screen: HTMLElement): Promise<void> {
  // A page in the background has no frames.
  while (!document.hidden) {
    await new Promise(requestAnimationFrame);
    // The layout may have come first.
    if (!document.documentElement.dataset.start) return;
    // The body is parsed after this script has run.
    if (!document.body) continue;
    document.body.prepend(screen);
    return afterFrame();
  }
}

/** Resolves when what has changed before has been painted. */
async function painted(): Promise<void> {
  if (document.hidden) return;
  await new Promise(requestAnimationFrame);
  return afterFrame();
}

const LARGEST_PAINT = 'largest-contentful-paint';
/** A browser that draws slowly is not waited for longer. */
const ON_SCREEN_WITHIN_MS = 100;

/**
 * Resolves when the frame is on the screen. The browser draws it after the page's thread is done with it, and needs the processor for that,
 * which the app's scripts would take. Browsers report it as the largest text painted so far; of one that does not, a task of its own comes
 * after the frame.
 */
function afterFrame(): Promise<void> {
  if (!PerformanceObserver.supportedEntryTypes.includes(LARGEST_PAINT)) return later(0);
  const drawn = new Promise<void>((resolve) => {
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: LARGEST_PAINT });
  });
  return Promise.race([drawn, later(ON_SCREEN_WITHIN_MS)]);
}

function head(title: string): HTMLElement {
  const isNested = parentPath(location.pathname) !== null;
  return box('start-head', box('start-button'), ...(isNested ? [box('start-button')] : []), textBox('start-title', title));
}

/** The dashboard's banner. The user's name is not known yet. */
function banner(welcome: string, { platformName, showWelcomeMessage }: PublicConfig['branding']): HTMLElement {
  const words = box('start-words', box('start-bar start-name'), box('start-bar start-account'));
  if (showWelcomeMessage)
    words.append(
      textBox(
        'start-welcome',
        welcome.replace('{platformName}', () => platformName),
      ),
    );
  return box('start-banner', words);
}

const ROWS = 6;

function rows(): HTMLElement {
  return box('start-rows', ...Array.from({ length: ROWS }, () => box('start-bar')));
}

/** Says that the app did not arrive, as `StartFailure` does for its settings, and offers to load the page again. */
export function showFailure({ title, text, retry }: StartTexts['failure']): void {
  delete document.documentElement.dataset.start;
  const main = document.createElement('main');
  main.style.cssText = 'max-width: 440px; margin: 20vh auto; padding: 24px';
  const heading = document.createElement('h1');
  heading.style.cssText = 'font-size: 1.25rem';
  heading.textContent = title;
  const button = document.createElement('button');
  button.style.cssText = 'min-height: 44px; padding: 0 16px';
  button.textContent = retry;
  button.onclick = () => location.reload();
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  main.append(heading, paragraph, button);
  document.body.replaceChildren(main);
}
