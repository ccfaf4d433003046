import { type DeskWaiting, MAX_WAITING_CHATS } from '@yardage/contract/desk-waiting';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newlyWaiting, ringDeskBell } from './desk-bell.ts';
import { switchDeskNotifications } from './desk-notifications.ts';

const NOTHING: DeskWaiting = { chats: [], own: [], requests: { count: 0, lastStep: 40 } };
const chat = (number: number, waitingSince = '2026-11-15T11:00:00.000Z') => ({ sessionId: String(number), waitingSince });
const own = (sessionId: string, lastSequence: number, isPassed = false) => ({
  sessionId,
  customerName: 'Tarnwick',
  isPassed,
  lastSequence,
});
const waiting = (changes: Partial<DeskWaiting>): DeskWaiting => ({ ...NOTHING, ...changes });

describe('what the bell of the desk rings for', () => {
  it('CHT-10 a chat that began to wait since the last look, not one that waits already', () => {
    const many = Array.from({ length: 25 }, (_, index) => chat(index));
    const rings = (before: DeskWaiting['chats'] | undefined, now: DeskWaiting['chats']) =>
      newlyWaiting(before && waiting({ chats: before }), waiting({ chats: now })).chats !== undefined;
    expect(rings(undefined, many)).toBe(false);
    // A colleague joined one, and another customer wrote again.
    expect(rings(many, [chat(20), ...many.slice(1)])).toBe(false);
    expect(rings(many, [...many, chat(25)])).toBe(true);
    expect(rings(many, [chat(0, '2026-11-15T11:30:00.000Z'), ...many.slice(1)])).toBe(true);
    // More wait than are listed: an older one takes the place of one that was joined.
    const full = Array.from({ length: MAX_WAITING_CHATS }, (_, index) => chat(index));
    expect(rings(full, [...full.slice(1), chat(900, '2026-11-15T10:00:00.000Z')])).toBe(false);
    expect(rings(full, [chat(901, '2026-11-15T12:00:00.000Z'), ...full.slice(1)])).toBe(true);
  });

  it('STF-09 a chat that a colleague passed on and a message in an own chat, once each, unless the chat is in view', () => {
    const passed = waiting({ own: [own('a', 5, true)] });
    expect(newlyWaiting(NOTHING, passed)).toEqual({ passed: 'The chat with Tarnwick was passed to you' });
    expect([newlyWaiting(undefined, passed), newlyWaiting(passed, passed), newlyWaiting(NOTHING, passed, 'a')]).toEqual([{}, {}, {}]);
    const written = waiting({ own: [own('a', 6, true)] });
    expect(newlyWaiting(passed, written)).toEqual({ message: 'Tarnwick wrote to you' });
    expect(newlyWaiting(NOTHING, waiting({ own: [own('a', 7)] }), 'b')).toEqual({ message: 'Tarnwick wrote to you' });
    // They joined it in another tab, where they read it.
    expect(newlyWaiting(waiting({ chats: [chat(1)] }), waiting({ own: [own('1', 2)] }))).toEqual({});
    expect(newlyWaiting(waiting({ chats: [chat(1)] }), waiting({ own: [own('1', 3, true)] }))).toHaveProperty('passed');
  });

  it('REQ-05 a request that began to wait for dispatch, also if fewer wait than before', () => {
    const before = waiting({ requests: { count: 3, lastStep: 50 } });
    expect(newlyWaiting(before, waiting({ requests: { count: 2, lastStep: 51 } }))).toEqual({ requests: '2 requests are waiting' });
    expect(newlyWaiting(before, waiting({ requests: { count: 2, lastStep: 49 } }))).toEqual({});
  });
});

describe('browser notifications of the desk', () => {
  const shown: string[] = [];
  class FakeNotification {
    static permission = 'granted';
    static requestPermission = async () => 'granted';
    onclick: (() => void) | null = null;
    constructor(title: string, { tag }: { tag: string }) {
      shown.push(`${tag}: ${title}`);
    }
  }
  const page = { visibilityState: 'hidden' };
  beforeEach(() => {
    shown.length = 0;
    vi.stubGlobal('Notification', FakeNotification);
    vi.stubGlobal('window', { Notification: FakeNotification });
    vi.stubGlobal('document', page);
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('STF-09 REQ-05 appear for each kind of event while nobody looks at the page, and only if they are on', async () => {
    const news = waiting({ chats: [chat(1)], own: [own('a', 5, true), own('b', 9)], requests: { count: 1, lastStep: 41 } });
    ringDeskBell(NOTHING, news);
    expect(shown).toEqual([]);
    await switchDeskNotifications(true);
    ringDeskBell(NOTHING, news);
    expect(shown).toEqual([
      'yardage-desk-requests: 1 request is waiting',
      'yardage-desk-chats: 1 chat is waiting',
      'yardage-desk-message: Tarnwick wrote to you',
      'yardage-desk-passed: The chat with Tarnwick was passed to you',
    ]);
    page.visibilityState = 'visible';
    ringDeskBell(NOTHING, news);
    expect(shown).toHaveLength(4);
  });
});
