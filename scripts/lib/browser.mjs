import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { capture } from './processes.mjs';
import { PlainError, say } from './project.mjs';

/** The first is Chromium without a window: it takes half the time to start and half the time per page. */
const COMMANDS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'msedge',
];

const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** How known package managers install Chromium. The first one that exists is used. */
const INSTALLERS = [
  {
    command: 'apt-get',
    steps: [['update'], ...['chromium-headless-shell', 'chromium'].map((name) => ['install', '-y', '--no-install-recommends', name])],
  },
  { command: 'dnf', steps: [['install', '-y', 'chromium']] },
  { command: 'pacman', steps: [['-Sy', '--noconfirm', 'chromium']] },
  { command: 'zypper', steps: [['--non-interactive', 'install', 'chromium']] },
  { command: 'apk', steps: [['add', 'chromium']] },
];

/** Returns the path of a Chromium: CHROME_PATH, or the first one found. @returns {string | undefined} */
export function findBrowser() {
  const given = process.env.CHROME_PATH;
  if (given) {
    if (!existsSync(given)) throw new PlainError(`CHROME_PATH names ${given}, which does not exist.`);
    return given;
  }
  return COMMANDS.map(findCommand).find(Boolean) ?? PLACES.find((path) => existsSync(path));
}

/** Finds a Chromium, or installs one with the system's package manager if run as root. @returns {Promise<string>} */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  const installer = INSTALLERS.find(({ command }) => findCommand(command));
  if (installer && process.getuid?.() === 0) {
    say(`Installing Chromium for the browser tests (${installer.command}) …`);
    for (const step of installer.steps) {
      if (findBrowser()) break;
      const { code, output } = await capture(installer.command, step, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
      if (code !== 0) say(`${installer.command} ${step.join(' ')}:\n${output}`);
    }
  }
  const installed = findBrowser();
  if (installed) return installed;
  throw new PlainError(
    'The browser tests need Chromium: install the package chromium (or Google Chrome), or set CHROME_PATH to its program.',
  );
}

/** @param {string} command @returns {string | undefined} */
function findCommand(command) {
  const name = process.platform === 'win32' ? `${command}.exe` : command;
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}
