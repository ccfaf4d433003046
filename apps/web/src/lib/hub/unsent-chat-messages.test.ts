import type { ChatMessage } from '@yardage/contract/chat';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OutboxEntry } from '#web/lib/offline/offline-store.ts';

const disk = new Map<string, OutboxEntry>();

vi.mock('#web/lib/session/stored-user.ts', () => ({ accountSubject: () => 'one' }));
vi.mock('#web/lib/offline/offline-store.ts', () => ({
  findUnsent: async () => [...disk.values()],
  async putUnsent(entries: readonly OutboxEntry[], removed: readonly string[] = []) {
    for (const entry of entries) disk.set(entry.key, entry);
    for (const key of removed) disk.delete(key);
  },
}));

const CUSTOMER = { customerNumber: '1', datasourceId: 1, globalCustomerNumber: 'G1' };
const hub = {
  connection: () => 'disconnected',
  onConnection: () => () => undefined,
  on: () => () => undefined,
  call: async () => ({ ok: true }),
};
const settle = () => vi.advanceTimersByTimeAsync(100);

let tab: Map<string, string>;
beforeEach(() => {
  vi.useFakeTimers();
  disk.clear();
  tab = new Map();
  const sessionStorage = {
    getItem: (key: string) => tab.get(key) ?? null,
    setItem: (key: string, value: string) => void tab.set(key, value),
    removeItem: (key: string) => void tab.delete(key),
  };
  vi.stubGlobal('indexedDB', {});
  vi.stubGlobal('window', { sessionStorage, addEventListener: () => undefined, removeEventListener: () => undefined });
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  // Other tests in this worker need them without the mocks.
  vi.resetModules();
});

/** Loads the modules again, as a reload does: only the disk and the tab's storage are kept. */
async function visit(isOnline: boolean, isEnded = false) {
  vi.clearAllTimers();
  vi.resetModules();
  const [{ createChatEngine }, { takeLeftMessages }, { refusedMessages, discardRefused }, { NetworkFailure, HttpProblem }] =
    await Promise.all([
      import('./chat-engine.ts'),
      import('./left-chat-messages.ts'),
      import('./unsent-chat-messages.ts'),
      import('#web/lib/http/http-errors.ts'),
    ]);
  const sent: string[] = [];
  const send = async (sessionId: string, { message, clientMessageId }: { message: string; clientMessageId: string }) => {
    if (!isOnline) throw new NetworkFailure('No response.');
    if (isEnded) throw new HttpProblem(409, { title: 'This chat has ended.' } as never);
    sent.push(message);
    const sequence = sent.length;
    return { id: clientMessageId, sessionId, sequence, message, timestamp: '', isOwn: true, clientMessageId } as ChatMessage;
  };
  const calls = { customer: CUSTOMER, send, messagesAfter: async () => [] };
  const engineOf = (sessionId: string) =>
    createChatEngine({ sessionId, hub: hub as never, calls, senderType: 4, senderName: '', onSendFailed: () => undefined });
  /** Does what the app does after it has started. */
  const resume = async (): Promise<void> => {
    for (const { sessionId } of await takeLeftMessages()) engineOf(sessionId).open()();
    await settle();
  };
  const refused = () => refusedMessages.get().map(({ sessionId, customer, text }) => [sessionId, customer.globalCustomerNumber, text]);
  const discardFirst = (): void => {
    const [first] = refusedMessages.get();
    if (first) discardRefused(first);
  };
  return { sent, engineOf, resume, refused, discardFirst };
}

async function writeOffline(texts: readonly string[]): Promise<void> {
  const { engineOf } = await visit(false);
  const engine = engineOf('s');
  engine.open();
  for (const text of texts) engine.write(text);
  await settle();
}

it('OFF-03 after a reload, messages are sent without their chat being opened, and are gone from the disk', async () => {
  await writeOffline(['first', 'second']);
  expect(disk.size).toBe(2);
  expect(tab.size).toBe(1);
  const { sent, resume } = await visit(true);
  await resume();
  expect(sent).toEqual(['first', 'second']);
  await resume();
  expect(sent).toHaveLength(2);
  expect([disk.size, tab.size]).toEqual([0, 0]);
});

it('OFF-03 after the browser was killed, messages are sent in the order of writing, although the clock was set back meanwhile', async () => {
  const { engineOf } = await visit(false);
  const engine = engineOf('s');
  engine.open();
  engine.write('first');
  await settle();
  vi.setSystemTime(Date.now() - 3_600_000);
  engine.write('second');
  await settle();
  tab.clear();
  const { sent, resume } = await visit(true);
  await resume();
  expect(sent).toEqual(['first', 'second']);
});

it('OFF-03 after a reload, a chat that is opened first sends them once and removes them from the disk', async () => {
  await writeOffline(['first']);
  const { sent, engineOf, resume } = await visit(true);
  engineOf('s').open();
  await settle();
  expect(sent).toEqual(['first']);
  expect(disk.size).toBe(0);
  await resume();
  expect(sent).toEqual(['first']);
});

it('OFF-03 after the browser was killed, a chat that is opened first shows and sends them before what is written now', async () => {
  await writeOffline(['first']);
  tab.clear();
  const { sent, engineOf, resume } = await visit(true);
  const engine = engineOf('s');
  engine.open();
  await settle();
  engine.write('second');
  await settle();
  expect(sent).toEqual(['first', 'second']);
  await resume();
  expect(sent).toHaveLength(2);
  expect(engine.state().messages.map(({ message }) => message)).toContain('first');
  expect([disk.size, tab.size]).toEqual([0, 0]);
});

it('OFF-03 one that is refused because its chat has ended is shown at every start, until the user discards it', async () => {
  await writeOffline(['Hold truck 3']);
  tab.clear();
  const first = await visit(true, true);
  expect(first.refused()).toEqual([]);
  await first.resume();
  expect(first.refused()).toEqual([['s', 'G1', 'Hold truck 3']]);
  tab.clear();
  const second = await visit(true, true);
  await second.resume();
  expect(second.refused()).toEqual([['s', 'G1', 'Hold truck 3']]);
  const engine = second.engineOf('s');
  engine.open();
  const [message] = engine.state().messages;
  expect(message).toMatchObject({ message: 'Hold truck 3', isFailed: true });
  engine.discard(message?.clientMessageId ?? '');
  await settle();
  expect([engine.state().messages, second.refused(), disk.size, tab.size]).toEqual([[], [], 0, 0]);
});

it.each(['a chat that is open', 'a chat that nobody opens'])('OFF-03 refused messages of %s are discarded one by one', async (how) => {
  await writeOffline(['Hold truck 3', 'Hold truck 4']);
  tab.clear();
  const app = await visit(true, true);
  await app.resume();
  if (how === 'a chat that is open') app.engineOf('s').open();
  await settle();
  expect(app.refused()).toEqual([
    ['s', 'G1', 'Hold truck 3'],
    ['s', 'G1', 'Hold truck 4'],
  ]);
  app.discardFirst();
  await settle();
  expect([app.refused(), disk.size]).toEqual([[['s', 'G1', 'Hold truck 4']], 1]);
  app.discardFirst();
  await settle();
  expect([app.refused(), disk.size, tab.size]).toEqual([[], 0, 0]);
});
