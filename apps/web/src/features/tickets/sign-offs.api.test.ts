import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OutboxEntry } from '#web/lib/offline/offline-store.ts';

const state = vi.hoisted(() => ({ entries: new Map<string, OutboxEntry>(), upload: vi.fn() }));
vi.mock('#web/lib/api.ts', () => ({ api: { upload: state.upload } }));
vi.mock('#web/lib/session/stored-user.ts', () => ({ accountSubject: () => 'one' }));
vi.mock('#web/lib/offline/offline-store.ts', () => ({
  findUnsent: async () => [...state.entries.values()],
  async putUnsent(put: OutboxEntry[], removed: string[] = []) {
    for (const entry of put) state.entries.set(entry.key, entry);
    for (const key of removed) state.entries.delete(key);
  },
}));

vi.resetModules();
const { keepSignOff, noteTicketsChanged, sendSignOff, signOffOutbox } = await import('./sign-offs.api.ts');
const { HttpProblem } = await import('#web/lib/http/http-errors.ts');
const { toasts } = await import('#web/lib/toasts/toast-queue.ts');
beforeEach(() => {
  vi.clearAllMocks();
  state.entries.clear();
  vi.stubGlobal('window', new EventTarget());
});
let stop = (): void => undefined;
afterEach(() => stop());
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const customer = { customerNumber: 'C1', datasourceId: 1, globalCustomerNumber: 'G-1' };
const entryOf = (ticketId: number) => ({
  ...{ clientKey: `key ${ticketId}`, ticketId, correctsId: null, signedAt: '2026-05-04T15:00:00Z', signature: null, photos: [] },
  fields: {
    ...{ isRejected: false, rejectReason: null, receivedBy: 'Dana', notes: '' },
    ...{ waterGallons: '', slumpInches: '', airPercent: '', temperatureF: '' },
  },
});

it('SGN-03 a sign-off that is sent before the truck has arrived waits for its ticket; a refusal names the ticket', async () => {
  stop = signOffOutbox.start();
  state.upload.mockRejectedValue(new HttpProblem(409, { code: 'load-not-on-job', title: 'Not on the job.' }));
  await keepSignOff(customer, 'T-7', entryOf(7));
  await vi.waitFor(() => expect(signOffOutbox.waiting.get()[0]?.reason).toBe('Not on the job.'), 20_000);
  expect(signOffOutbox.waiting.get()[0]).toMatchObject({ isRefused: false, isEarly: true, body: { ticketNumber: 'T-7' } });
  // A change of another ticket does not send it again.
  noteTicketsChanged([8]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(state.upload).toHaveBeenCalledOnce();
  state.upload.mockResolvedValue({});
  noteTicketsChanged([6, 7]);
  await vi.waitFor(() => expect(state.entries.size).toBe(0), 20_000);

  state.upload.mockRejectedValue(new HttpProblem(409, { code: 'conflict', title: 'Changed.', detail: 'This ticket was cancelled.' }));
  const shown: (string | undefined)[] = [];
  toasts.subscribe(() => shown.push(toasts.current()?.message));
  await keepSignOff(customer, 'T-9', entryOf(9));
  await vi.waitFor(() => expect(signOffOutbox.waiting.get()[0]?.isRefused).toBe(true), 20_000);
  toasts.dismiss();
  expect(shown).toContain('Ticket T-9: This ticket was cancelled.');
});

it.each(['4 1/2', '4½', '4-1/2', '4.5'])('SGN-01 a slump typed as %j is sent as the number 4.5', async (slumpInches) => {
  state.upload.mockResolvedValue({});
  const entry = entryOf(7);
  await sendSignOff(customer, { ...entry, fields: { ...entry.fields, slumpInches } });
  expect(state.upload.mock.lastCall?.[1].body.get('slumpInches')).toBe('4.5');
});
