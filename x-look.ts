import { openBrowser } from './e2e/harness/browser.ts';
import { signedInPages } from './e2e/harness/signed-in.ts';
const url = 'http://127.0.0.1:4120';
const browser = await openBrowser();
const open = signedInPages(browser, url);
const [,, path = '/truck-tracking', name = 'look', who='owner@example.com'] = process.argv;
for (const [size, colorScheme] of [['desktop','light'],['phone','dark'],['desktop','dark'],['phone','light']] as const) {
  if (process.env.ONLY && !process.env.ONLY.split(',').includes(`${size}-${colorScheme}`)) continue;
  const { page, problems, close } = await open(who, path, { size, colorScheme, isAlone: true, prepare: async (p) => { p.on('console', m => { if (m.type() !== 'error') console.log(m.type(), m.text().slice(0,300)); }); } });
  await page.waitForTimeout(Number(process.env.WAIT ?? 3500));
  await page.screenshot({ path: `/tmp/shots/${name}-${size}-${colorScheme}.png` });
  console.log(size, colorScheme, await page.getByTestId('truck-map').evaluate((e: HTMLElement) => JSON.stringify(e.dataset)).catch(() => 'no map'), problems);
  await close();
}
await browser.close();
