import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpProblem, NetworkFailure } from '#web/lib/http/http-errors.ts';
import type { OutboxEntry } from './offline-store.ts';
import { createOutbox, type OutboxStorage } from './outbox.ts';

/** Storage that outlives an outbox, like the phone's disk. */
function disk(): OutboxStorage & { entries: Map<string, OutboxEntry> } {
  const entries = new Map<string, OutboxEntry>();
  return {
    entries,
    findUnsent: async (user) =>
      [...entries.values()].filter((entry) => entry.user === user).sort((one, other) => one.writtenAt - other.writtenAt),
    async putUnsent(put, removed = []) {
      for (const entry of put) entries.set(entry.key, structuredClone(entry));
      for (const key of removed) entries.delete(key);
    },
  };
}

/** A server that takes each key once. `fate` decides what happens to a call. */
function server(fate: (text: string, call: number) => 'ok' | 'lost' | 'unreachable' | 'early' | number) {
  const taken = new Map<string, string>();
  let calls = 0;
  const send = async (text: string, key: string): Promise<void> => {
    calls += 1;
    const end = fate(text, calls);
    if (typeof end === 'number') throw new HttpProblem(end, { title: 'The record has changed.', detail: 'Somebody was faster.' });
    if (end === 'early') throw new HttpProblem(409, { code: 'early', title: 'Not yet.' });
    if (end === 'unreachable') throw new NetworkFailure('No response.');
    if (!taken.has(key)) taken.set(key, text);
    if (end === 'lost') throw new NetworkFailure('The answer was lost.');
  };
  return { send, texts: () => [...taken.values()], calls: () => calls };
}

let online: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  online = new EventTarget();
  vi.stubGlobal('window', {
    addEventListener: online.addEventListener.bind(online),
    removeEventListener: online.removeEventListener.bind(online),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const USER = () => 'one';
const later = (ms = 120_000) => vi.advanceTimersByTimeAsync(ms);

describe('the outbox', () => {
  it('OFF-03 sends what was written offline once, in order, although answers get lost', async () => {
    let isOnline = false;
    const { send, texts } = server((_text, call) => (!isOnline ? 'unreachable' : call % 2 === 0 ? 'lost' : 'ok'));
    const storage = disk();
    const outbox = createOutbox<string>({ kind: 'note', send, storage, user: USER });
    const refresh = vi.fn();
    outbox.start(refresh);
    for (const text of ['first', 'second', 'third']) await outbox.write('ticket 7', text);
    await later(10_000);
    expect(outbox.waiting.get().map(({ body }) => body)).toEqual(['first', 'second', 'third']);
    isOnline = true;
    online.dispatchEvent(new Event('online'));
    await later();
    expect(texts()).toEqual(['first', 'second', 'third']);
    expect(storage.entries.size).toBe(0);
    expect(outbox.waiting.get()).toEqual([]);
    expect(refresh).toHaveBeenCalledTimes(3);
  });

  it('OFF-03 survives a killed phone: the next start sends the same keys', async () => {
    const storage = disk();
    const gone = server(() => 'lost');
    const killed = createOutbox<string>({ kind: 'note', send: gone.send, storage, user: USER });
    const stop = killed.start();
    await killed.write('ticket 7', 'signed', 'key-1');
    await later(10);
    stop();
    const back = server(() => 'ok');
    const keys: string[] = [];
    const next = createOutbox<string>({
      kind: 'note',
      storage,
      user: USER,
      send: (text, key) => {
        keys.push(key);
        return back.send(text, key);
      },
    });
    next.start();
    await later(10);
    expect([keys, back.texts(), storage.entries.size]).toEqual([['key-1'], ['signed'], 0]);
  });

  it('OFF-03 keeps a refused entry for the user and sends the ones after it; another queue does not wait for a failing one', async () => {
    const refused: string[] = [];
    const { send, texts } = server((text) => (text === 'bad' ? 409 : text === 'failing' ? 500 : 'ok'));
    const storage = disk();
    const outbox = createOutbox<string>({ kind: 'note', send, storage, user: USER, onRefused: (text) => refused.push(text) });
    outbox.start();
    await outbox.write('a', 'bad');
    await outbox.write('a', 'good');
    await outbox.write('b', 'failing');
    await outbox.write('b', 'after failing');
    await outbox.write('c', 'other');
    await later(1000);
    expect([refused, texts()]).toEqual([['bad'], ['good', 'other']]);
    expect(outbox.waiting.get().map(({ body, isRefused, reason }) => [body, isRefused, reason])).toEqual([
      ['bad', true, 'Somebody was faster.'],
      ['failing', false, undefined],
      ['after failing', false, undefined],
    ]);
    const [bad] = outbox.waiting.get();
    await outbox.discard(bad?.key ?? '');
    expect(outbox.waiting.get().map(({ body }) => body)).toEqual(['failing', 'after failing']);
  });

  describe('with an entry that comes too early', () => {
    const isTooEarly = ({ problem }: HttpProblem) => problem.code === 'early';

    it('OFF-03 SGN-03 retries it after long pauses or at once on request, and sends later entries of its queue after it', async () => {
      let isReady = false;
      const { send, texts, calls } = server((text) => (text === 'first' && !isReady ? 'early' : 'ok'));
      const onRefused = vi.fn();
      const outbox = createOutbox<string>({ kind: 'note', send, storage: disk(), user: USER, isTooEarly, onRefused });
      outbox.start();
      await outbox.write('ticket 7', 'first');
      await outbox.write('ticket 7', 'second');
      await later(1000);
      expect(outbox.waiting.get().map(({ isRefused, reason }) => [isRefused, reason])).toEqual([
        [false, 'Not yet.'],
        [false, undefined],
      ]);
      // It may have photos, so it is not sent every few seconds.
      await later(3_600_000);
      expect(calls()).toBeGreaterThan(10);
      expect(calls()).toBeLessThan(40);
      isReady = true;
      outbox.hurry();
      await later(10);
      expect([texts(), outbox.waiting.get(), onRefused.mock.calls.length]).toEqual([['first', 'second'], [], 0]);
    });

    it('OFF-03 SGN-03 sends it again by itself, although the clock was set back meanwhile', async () => {
      const { send, calls } = server(() => 'early');
      const outbox = createOutbox<string>({ kind: 'note', send, storage: disk(), user: USER, isTooEarly });
      outbox.start();
      await outbox.write('ticket 7', 'first');
      await later(1000);
      vi.setSystemTime(Date.now() - 600_000);
      await later(200_000);
      expect(calls()).toBe(2);
    });

    it('OFF-03 SGN-03 does not send it along with others that fail, and does not bring it back once it is discarded', async () => {
      const sent: string[] = [];
      const { send } = server((text) => (text === 'early' ? 'early' : 'unreachable'));
      const noted = async (text: string, key: string): Promise<void> => {
        sent.push(text);
        await send(text, key);
      };
      const outbox = createOutbox<string>({ kind: 'note', send: noted, storage: disk(), user: USER, isTooEarly });
      outbox.start();
      const key = await outbox.write('ticket 7', 'early');
      await outbox.write('ticket 8', 'other');
      await later(60_000);
      expect(sent.filter((text) => text === 'early')).toHaveLength(1);
      expect(sent.filter((text) => text === 'other').length).toBeGreaterThan(3);
      outbox.hurry();
      await outbox.discard(key);
      await later(600_000);
      expect(outbox.waiting.get().map(({ body }) => body)).toEqual(['other']);
    });

    it('OFF-03 SGN-03 refuses it after a day', async () => {
      const { send, calls } = server(() => 'early');
      const onRefused = vi.fn();
      const outbox = createOutbox<string>({ kind: 'note', send, storage: disk(), user: USER, isTooEarly, onRefused });
      outbox.start();
      await outbox.write('ticket 7', 'first');
      await later(86_400_000 + 600_000);
      expect(outbox.waiting.get().map(({ isRefused, reason }) => [isRefused, reason])).toEqual([[true, 'Not yet.']]);
      expect(onRefused).toHaveBeenCalledOnce();
      const before = calls();
      await later(3_600_000);
      expect(calls()).toBe(before);
    });
  });

  it('OFF-03 sends nothing of another user', async () => {
    const storage = disk();
    const { send, calls } = server(() => 'ok');
    await storage.putUnsent([{ key: 'k', user: 'two', kind: 'note', queue: 'a', body: 'x', writtenAt: 1, isRefused: false }]);
    createOutbox<string>({ kind: 'note', send, storage, user: USER }).start();
    await later();
    expect(calls()).toBe(0);
  });
});
