import { afterEach, describe, expect, it, vi } from 'vitest';
import { showStripeFields } from './stripe-fields.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page whose scripts end as the test says. */
function pageOf(outcomes: ('error' | 'other-page' | 'library')[]) {
  const mounted = vi.fn();
  const page: { Stripe?: unknown } = {};
  const elements = { create: () => ({ on: vi.fn(), mount: mounted, destroy: vi.fn() }) };
  const scripts: object[] = [];
  const append = (script: { onload: () => void; onerror: () => void }) => {
    scripts.push(script);
    const outcome = outcomes[scripts.length - 1];
    if (outcome === 'library') page.Stripe = () => ({ elements: () => elements });
    queueMicrotask(outcome === 'error' ? script.onerror : script.onload);
  };
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', {
    createElement: () => {
      const script = { remove: () => scripts.splice(scripts.indexOf(script), 1, {}) };
      return script;
    },
    head: { append },
  });
  return { mounted, scripts };
}

const show = () =>
  showStripeFields({} as HTMLElement, {
    scriptUrl: 'https://js.example.com',
    publishableKey: 'pk',
    kind: 'card',
    cents: undefined,
    language: 'en',
    isDark: false,
    onReady: vi.fn(),
    onFailed: vi.fn(),
    onChanged: vi.fn(),
  });

describe("the processor's library", () => {
  it('APY-05 is loaded again by the next try if it was not reached, or if something else arrived in its place', async () => {
    const { mounted, scripts } = pageOf(['error', 'other-page', 'library']);
    await expect(show()).rejects.toThrow('not reached');
    await expect(show()).rejects.toThrow('not reached');
    await show();
    expect([scripts.length, mounted.mock.calls.length]).toEqual([3, 1]);
    await show();
    expect(scripts).toHaveLength(3);
  });
});
