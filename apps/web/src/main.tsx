import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import './app/theme/tokens.css';
import './app/theme/print.css';
import './app/theme/start.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createAppRouter } from './app/router.ts';
import { StartFailure } from './app/start-failure.tsx';
import { printInLightScheme } from './app/theme/theme.ts';
import { loadPublicConfig } from './lib/config/public-config.ts';
import { endStart } from './lib/end-start.ts';
import { startLanguage } from './lib/language/language.ts';
import { logFailure } from './lib/log.ts';
import { later } from './start-box.ts';

const container = document.getElementById('root');
if (!container) throw new Error('The page has no root element.');
const root = createRoot(container);
printInLightScheme();

// In a task of its own, so that a slow phone reacts between it and the scripts.
const routing = later(0).then(createAppRouter);

Promise.all([loadPublicConfig(), routing, startLanguage()]).then(
  ([{ branding }, router]) => {
    // The supplier's logo is also the favicon.
    if (branding.logoUrl) document.querySelector('link[rel="icon"]')?.setAttribute('href', branding.logoUrl);
    // As a transition, it is rendered in short pieces, so that a slow phone reacts meanwhile.
    startTransition(() => root.render(<App accentColor={branding.accentColor} router={router} />));
  },
  (cause: unknown) => {
    logFailure('The portal could not read its settings.', cause);
    endStart();
    root.render(<StartFailure />);
  },
);
