import { openBrowser } from '/work/wt/money-web/e2e/harness/browser.ts';
import { signedInPages } from '/work/wt/money-web/e2e/harness/signed-in.ts';
const url = 'http://127.0.0.1:4320';
const browser = await openBrowser();
const open = signedInPages(browser, url);
const wanted = process.argv.slice(2);
const steps: Record<string, { path: string; ready: string; act?: (page: any) => Promise<void> }> = {
  invoices: { path: '/invoices', ready: 'main a[href*="invoice="]' },
  all: { path: '/invoices?status=All', ready: 'main a[href*="invoice="]' },
  cart: { path: '/invoices', ready: 'main a[href*="invoice="]', act: async (p) => { await p.getByRole('button', { name: /^Cart, / }).click(); await p.getByText('Proceed to Checkout').waitFor(); } },
  drawer: { path: '/invoices', ready: 'main a[href*="invoice="]', act: async (p) => { await p.locator('main a[href*="invoice="]').first().click(); await p.getByText('Balance due').waitFor(); } },
  checkout: { path: '/invoices/checkout', ready: 'text=Pay Now' },
  echeck: { path: '/invoices/checkout', ready: 'text=Pay Now', act: async (p) => { await p.getByRole('tab', { name: 'eCheck' }).click(); await p.getByRole('button', { name: 'Pay Now' }).click(); } },
  history: { path: '/paymentHistory', ready: 'main a[href*="payment="]' },
  payment: { path: '/paymentHistory', ready: 'main a[href*="payment="]', act: async (p) => { await p.locator('main a[href*="payment="]').first().click(); await p.getByRole('dialog').getByText('Payment details').waitFor(); } },
};
for (const name of wanted.length ? wanted : Object.keys(steps)) {
  const { path, ready, act } = steps[name];
  for (const [size, scheme] of [['desktop', 'light'], ['phone', 'dark']] as const) {
    const { page, problems, close } = await open('payables@example.com', path, { size, colorScheme: scheme, reducedMotion: 'reduce' });
    try {
      await page.locator(ready).first().waitFor({ timeout: 15000 });
      if (act) await act(page);
      await page.waitForTimeout(500);
    } catch (e) { console.log(name, size, String(e).slice(0, 300)); }
    await page.screenshot({ path: `/tmp/h2shots/${name}-${size}.png`, fullPage: size === 'phone' && !act });
    if (problems.length) console.log(name, size, problems);
    await close();
  }
}
await browser.close();
