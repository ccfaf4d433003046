import type { AnyRouter } from '@tanstack/react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.doUnmock('#web/lib/push/push-owner.ts');
  vi.resetModules();
  vi.unstubAllGlobals();
});

describe('the end of a session', () => {
  it("SHL-21 ERR-04 ALR-02 is watched once, however often the layout is mounted, and another user's notifications end then", async () => {
    const endPushOfOthers = vi.fn(async () => undefined);
    vi.doMock('#web/lib/push/push-owner.ts', () => ({ endPushOfOthers, endPush: async () => undefined }));
    // Other test files of this worker may have loaded it.
    vi.resetModules();
    const { watchSessionExpiry } = await import('./session-end.ts');
    const addEventListener = vi.fn();
    vi.stubGlobal('window', { addEventListener });
    for (let mounts = 0; mounts < 3; mounts += 1) watchSessionExpiry({} as AnyRouter);
    expect(addEventListener.mock.calls.map(([type]) => type)).toEqual(['storage', 'pagehide']);
    expect(endPushOfOthers).toHaveBeenCalledOnce();
  });
});
