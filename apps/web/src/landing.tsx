import '@fontsource-variable/inter/wght.css';
import './app/theme/tokens.css';
import './landing.css';
import { StartFailure } from './app/start-failure.tsx';
import { accentVariables } from './app/theme/accent-variables.ts';
import { loadPublicConfig, publicConfig } from './lib/config/public-config.ts';
import { shownLanguage, startLanguage, whenLanguageChanges } from './lib/language/language.ts';
import { logFailure } from './lib/log.ts';
import { show } from './lib/plain-jsx.ts';
import { isSignedIn, type SignInStatus, signIn, takeReturnPath, whenPageReturns } from './lib/session/session.ts';
import { accountSubject } from './lib/session/stored-user.ts';
import { createEntryVideo } from './pages/landing/entry-video.ts';
import { LANDING_MESSAGES } from './pages/landing/landing.messages.ts';
import { LandingView } from './pages/landing/landing-view.tsx';

// The page at `/`, for those who open it first. It is drawn without React: a visitor sees it after a tenth of the script that the app has
// (decision 68). The app is loaded meanwhile for the time after the sign-in.

/** The app's files. The build fills them in. */
declare const APP_FILES: readonly string[];

const container = document.getElementById('root');
if (!container) throw new Error('The page has no root element.');

function start(root: HTMLElement): void {
  const { branding } = publicConfig();
  if (isSignedIn()) {
    window.location.replace(takeReturnPath(accountSubject()));
    return;
  }
  document.title = branding.documentTitle;
  if (branding.logoUrl) document.querySelector('link[rel="icon"]')?.setAttribute('href', branding.logoUrl);
  applyAccent(branding.accentColor);

  const video = createEntryVideo();
  let status: SignInStatus = 'idle';
  const draw = (): void => {
    const register = <a href="/account-registration">{LANDING_MESSAGES.register}</a>;
    show(root, <LandingView language={shownLanguage()} status={status} onSignIn={leave} register={register} video={video} />);
  };
  const setStatus = (next: SignInStatus): void => {
    status = next;
    draw();
  };
  function leave(): void {
    setStatus('leaving');
    // The cause is already logged.
    signIn().catch(() => setStatus('unavailable'));
  }
  draw();
  video.isOver.subscribe(draw);
  video.watch();
  whenLanguageChanges(draw);
  whenPageReturns(() => (isSignedIn() ? window.location.replace(takeReturnPath(accountSubject())) : setStatus('returned')));
  window.addEventListener('load', loadAppFiles);
  if (document.readyState === 'complete') loadAppFiles();
}

function applyAccent(color: string): void {
  const sheet = new CSSStyleSheet();
  for (const [scheme, variables] of Object.entries(accentVariables(color))) {
    const lines = Object.entries(variables).map(([name, value]) => `${name}: ${value};`);
    sheet.insertRule(`:root[data-mantine-color-scheme="${scheme}"] { ${lines.join(' ')} }`);
  }
  document.adoptedStyleSheets = [sheet];
}

/** Loads the app's files into the browser's cache, when nothing else is to do. */
function loadAppFiles(): void {
  for (const file of APP_FILES) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = file;
    document.head.append(link);
  }
}

Promise.all([loadPublicConfig(), startLanguage()]).then(
  () => start(container),
  (cause: unknown) => {
    logFailure('The portal could not read its settings.', cause);
    show(container, <StartFailure />);
  },
);
