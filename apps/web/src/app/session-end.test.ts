import type { AnyRouter } from '@tanstack/react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { watchSessionExpiry } from './session-end.ts';

const endPushOfOthers = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('#web/lib/push/push-owner.ts', () => ({ endPushOfOthers, endPush: async () => undefined }));

afterEach(() => vi.unstubAllGlobals());

describe('the end of a session', () => {
  it("SHL-21 ERR-04 ALR-02 is watched once, however often the layout is mounted, and another user's notifications end then", () => {
    const addEventListener = vi.fn();
    vi.stubGlobal('window', { addEventListener });
    for (let mounts = 0; mounts < 3; mounts += 1) watchSessionExpiry({} as AnyRouter);
    expect(addEventListener.mock.calls.map(([type]) => type)).toEqual(['storage', 'pagehide']);
    expect(endPushOfOthers).toHaveBeenCalledOnce();
  });
});
