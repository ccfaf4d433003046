import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '#web/lib/api.ts';
import { Cancelled, HttpProblem, NetworkFailure } from '#web/lib/http/http-errors.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { createSavePace, downloadTickets, untilAllowed } from './download-tickets.ts';
import type { BatchFormat } from './tickets.api.ts';

/** Chromium's limit of downloads per second and page. */
const MAX_PER_SECOND = 10;

describe('files that are saved one after the other', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('TKT-16 are not saved faster than the browser accepts', async () => {
    const pace = createSavePace();
    const savedAtMs: number[] = [];
    const batch = (async () => {
      for (let file = 0; file < 100; file += 1) {
        await pace(new AbortController().signal);
        savedAtMs.push(performance.now());
      }
    })();
    await vi.advanceTimersByTimeAsync(60_000);
    await batch;
    expect(savedAtMs).toHaveLength(100);
    for (const atMs of savedAtMs) {
      expect(savedAtMs.filter((other) => other >= atMs && other < atMs + 1000).length).toBeLessThan(MAX_PER_SECOND);
    }
  });

  it('TKT-16 do not wait if a document takes long anyway, and can be stopped', async () => {
    const pace = createSavePace();
    await pace(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(5000);
    await pace(new AbortController().signal);
    const stop = new AbortController();
    const waiting = expect(pace(stop.signal)).rejects.toBeDefined();
    stop.abort();
    await waiting;
  });
});

const tooMany = () => new HttpProblem(429, {});

describe("a batch that exceeds the server's rate limit", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('TKT-16 waits and continues', async () => {
    const call = vi.fn<() => Promise<string>>().mockRejectedValueOnce(tooMany()).mockRejectedValueOnce(tooMany()).mockResolvedValue('pdf');
    const onPause = vi.fn();
    const result = untilAllowed(call, onPause, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await result).toBe('pdf');
    expect(onPause).toHaveBeenCalledTimes(2);
  });

  it('TKT-16 can be stopped while it waits', async () => {
    const controller = new AbortController();
    const result = untilAllowed(() => Promise.reject(tooMany()), vi.fn(), controller.signal);
    const outcome = expect(result).rejects.toBeInstanceOf(Cancelled);
    await vi.advanceTimersByTimeAsync(1000);
    controller.abort();
    await outcome;
  });

  it('TKT-18 gives up after the minute, and at once for any other failure', async () => {
    const refused = untilAllowed(() => Promise.reject(tooMany()), vi.fn(), new AbortController().signal);
    const outcome = expect(refused).rejects.toMatchObject({ status: 429 });
    await vi.advanceTimersByTimeAsync(120_000);
    await outcome;
    const call = vi.fn(() => Promise.reject(new HttpProblem(500, {})));
    await expect(untilAllowed(call, vi.fn(), new AbortController().signal)).rejects.toMatchObject({ status: 500 });
    expect(call).toHaveBeenCalledTimes(1);
  });
});

/** Runs a download against these answers, and returns its messages and the saved files. */
async function download(ticketIds: number[], format: BatchFormat | undefined, answers: () => Promise<unknown>, gone = new Set<number>()) {
  const told = vi.spyOn(toasts, 'show').mockReturnValue(undefined);
  const asked = vi.spyOn(api, 'call').mockImplementation(answers as never);
  vi.spyOn(api, 'download').mockImplementation(answers as never);
  const saved: string[] = [];
  const link = { click: () => saved.push(link.download), download: '', href: '' };
  vi.stubGlobal('document', { createElement: () => link });
  const said: string[] = [];
  const customer = { customerNumber: '1', datasourceId: 1, globalCustomerNumber: 'G1', dataset: 'CONE' };
  const tickets = ticketIds.map((id) => ({ id, ticketNumber: `N${id}` }));
  const outcome = await downloadTickets(tickets, format, {
    customer,
    gone,
    say: (text) => said.push(text),
    signal: new AbortController().signal,
  });
  const toast = told.mock.calls.map(([{ title, message }]) => [title, message]).at(-1);
  return { outcome, toast, saved, said, calls: asked.mock.calls.length };
}

describe('a download of selected tickets', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const pdf = async () => ({ data: btoa('%PDF-') });
  const problem = (status: number) => async () => Promise.reject(new HttpProblem(status, { title: 'Broken' }));
  const notStarted = 'Ticket N1 could not be downloaded. 0 of 2 downloads were started before it.';

  it('TKT-15 TKT-16 saves one by one under the id of each ticket, and says which', async () => {
    const { outcome, saved, said } = await download([1, 2], undefined, pdf);
    expect([saved, said]).toEqual([
      ['Ticket_1.pdf', 'Ticket_2.pdf'],
      ['Downloading 1 of 2: ticket N1 as Ticket_1.pdf', 'Downloading 2 of 2: ticket N2 as Ticket_2.pdf'],
    ]);
    expect(outcome).toEqual({ kind: 'done', text: '2 downloads were started.' });
  });

  it('TKT-17 says that nothing is selected', async () => {
    expect(await download([], undefined, pdf)).toMatchObject({
      toast: ['No Selection', 'Please select at least one ticket to download.'],
      calls: 0,
    });
  });

  it.each([
    ['TKT-18 fails', problem(500), 'Download Failed', notStarted],
    ['TKT-18 gets no answer', async () => Promise.reject(new NetworkFailure()), 'Download Failed', notStarted],
    ['TKT-19 has no document', async () => ({ data: '' }), 'No PDF data received', notStarted],
    ['TKT-19 no longer exists', problem(404), 'Ticket Not Found', 'Ticket N1 is no longer there. 0 of 2 downloads were started before it.'],
  ])('%s: stops there and says so', async (_what, answers, title, text) => {
    const { outcome, toast, saved, calls } = await download([1, 2], undefined, answers);
    expect([toast, saved, calls]).toEqual([[title, text], [], 1]);
    expect(outcome).toEqual({ kind: 'failed', text: 'Stopped at ticket N1. 0 of 2 downloads were started.' });
  });

  it('TKT-19 leaves out tickets that are gone, and says if none is left', async () => {
    const gone = new Set<number>();
    await download([1], undefined, problem(404), gone);
    expect(gone).toEqual(new Set([1]));
    expect((await download([1], undefined, pdf, gone)).toast).toEqual([
      'No Valid Tickets',
      'None of the selected tickets is there any longer. Please select others.',
    ]);
    expect((await download([1, 2], undefined, pdf, gone)).saved).toEqual(['Ticket_2.pdf']);
  });

  it.each([
    ['TKT-18', problem(500), 'Download Failed', 'The tickets could not be downloaded. None of them was saved.'],
    ['TKT-19', problem(404), 'Ticket Not Found', 'One of the selected tickets is no longer there.'],
    ['TKT-19', async () => new Blob([]), 'No PDF data received', 'The tickets could not be downloaded. None of them was saved.'],
  ])('%s saves nothing if one file fails, and says why', async (_id, answers, ...toast) => {
    expect(await download([1, 2], 'pdf', answers)).toMatchObject({ toast, saved: [] });
  });

  it('TKT-15 holds 500 tickets in one file at most, and says so before it asks', async () => {
    const answers = vi.fn(async () => new Blob(['PK']));
    const many = Array.from({ length: 501 }, (_none, index) => index + 1);
    expect(await download(many, 'zip', answers)).toMatchObject({
      toast: ['Too Many Tickets', 'One file holds up to 500 tickets, and 501 are selected.'],
      saved: [],
    });
    expect(answers).not.toHaveBeenCalled();
    expect((await download(many.slice(1), 'zip', answers)).saved).toEqual(['Tickets.zip']);
  });
});
