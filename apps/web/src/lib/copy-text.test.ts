import { afterEach, describe, expect, it, vi } from 'vitest';
import { copyText } from './copy-text.ts';
import { toasts } from './toasts/toast-queue.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('copying a text', () => {
  it('AST-04 says so if the browser refuses it, and returns whether it was copied', async () => {
    const show = vi.spyOn(toasts, 'show').mockReturnValue(undefined as never);
    vi.spyOn(console, 'warn').mockReturnValue();
    const copied: string[] = [];
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void copied.push(text) } });
    expect(await copyText('You owe $12.00.', 'Not copied')).toBe(true);
    expect([copied, show.mock.calls]).toEqual([['You owe $12.00.'], []]);
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new DOMException('no permission', 'NotAllowedError')) } });
    expect(await copyText('You owe $12.00.', 'Not copied')).toBe(false);
    // Without a secure origin there is no clipboard at all.
    vi.stubGlobal('navigator', {});
    expect(await copyText('You owe $12.00.', 'Not copied')).toBe(false);
    expect(show.mock.calls).toEqual([[{ kind: 'destructive', title: 'Not copied' }], [{ kind: 'destructive', title: 'Not copied' }]]);
  });
});
