import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addThirdLanguage } from '@yardage/messages/testing/third-language';
import { build } from 'vite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { messages, messagesFileName } from '../apps/web/messages-plugin.ts';

const WEB = join(import.meta.dirname, '../apps/web');
const ENTRY = 'virtual:entry';
/** What a page has: the languages to choose from, and texts. */
const CODE = `export * from '#web/lib/language/language.ts';
export { LANDING_MESSAGES } from '#web/pages/landing/landing.messages.ts';`;

it('LNG-03 a third language is built from its catalogues into scripts of its own, offered by its name, and shown', async () => {
  onTestFinished(addThirdLanguage());
  const outDir = mkdtempSync(join(tmpdir(), 'yardage-web-'));
  onTestFinished(() => rmSync(outDir, { recursive: true }));
  await build({
    root: WEB,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? join(WEB, 'src/entry.ts') : null),
        load: (id) => (id === join(WEB, 'src/entry.ts') ? CODE : null),
      },
      messages(['start']),
    ],
    build: {
      outDir,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: ENTRY,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'entry.mjs', chunkFileNames: messagesFileName },
      },
    },
  });
  expect(readdirSync(join(outDir, 'assets')).filter((file) => file.startsWith('messages-pt-start-'))).toHaveLength(1);
  vi.stubGlobal('document', { documentElement: {}, createElement: () => ({ relList: {} }) });
  onTestFinished(() => void vi.unstubAllGlobals());
  const portal = await import(/* @vite-ignore */ pathToFileURL(join(outDir, 'entry.mjs')).href);
  expect(portal.LANGUAGES.map(portal.languageName)).toEqual(['English', 'Español', 'Português']);
  await portal.loadMessages('start');
  expect(portal.LANDING_MESSAGES.signIn).toBe('Sign in');
  await portal.showLanguage('pt');
  expect([portal.LANDING_MESSAGES.signIn, document.documentElement.lang]).toEqual(['‹Iniciar sesión›', 'pt']);
});
