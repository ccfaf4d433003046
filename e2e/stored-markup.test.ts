import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type TestBrowser } from './harness/browser.ts';
import { type Portal, startPortal } from './harness/portal.ts';
import { type OpenSignedIn, signedInPages } from './harness/signed-in.ts';
import {
  type Findings,
  ownerScreens,
  publicScreens,
  readScreen,
  readScreens,
  staffScreens,
  watchAttacks,
} from './stored-markup-screens.ts';
import { OWNER, type PlantedWorld, plantMarkup } from './stored-markup-world.ts';

const STAFF = 'desk@example.com';
/** The other texts are only in PDFs, exports and mails, or behind further clicks. */
const MIN_SEEN = 110;

let portal: Portal;
let browser: TestBrowser;
let open: OpenSignedIn;
let world: PlantedWorld;

beforeAll(async () => {
  const prepare = async (dataDir: string): Promise<void> => {
    world = await plantMarkup(dataDir);
  };
  [portal, browser] = await Promise.all([startPortal({ prepare }), openBrowser()]);
  open = signedInPages(browser, portal.url);
});
afterAll(async () => {
  await browser?.close();
  await portal?.stop();
});

describe('markup in stored texts', () => {
  it('CHT-12 SHR-01 is shown as text by the pages of customers, staff and strangers; nothing of it runs, loads or is reported by the policy', async () => {
    const findings: Findings = { attacks: [], missing: [], seen: new Set() };
    const prepare = (page: Page) => watchAttacks(page, findings);
    const asUser = async (email: string, screens: ReturnType<typeof ownerScreens>): Promise<void> => {
      const { page, close } = await open(email, '/unauthorized', { isAlone: true, prepare });
      await readScreens(page, screens, findings);
      await close();
    };
    const asStranger = async (): Promise<void> => {
      const { page, close } = await browser.openPage();
      await prepare(page);
      for (const screen of publicScreens(world)) {
        await page.goto(`${portal.url}${screen[0]}`);
        await readScreen(page, screen, findings);
      }
      await close();
    };
    await Promise.all([asUser(OWNER, ownerScreens(world)), asUser(STAFF, staffScreens(world)), asStranger()]);
    expect(findings.attacks).toEqual([]);
    // The markup has to be on the pages as text, or the test says nothing.
    expect(findings.missing).toEqual([]);
    expect(findings.seen.size, [...findings.seen].join(' ')).toBeGreaterThanOrEqual(MIN_SEEN);
  });
});
