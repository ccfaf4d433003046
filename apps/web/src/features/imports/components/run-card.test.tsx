import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ImportMode, ImportRow } from '@yardage/contract/imports';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { RecentImports, RunCard } from './run-card.tsx';

const ROW: ImportRow = {
  ...{ id: 1, resource: 'plants', dataSource: 'FILES', fileName: 'plants.csv', totalBytes: 100, receivedBytes: 100, readBytes: 100 },
  ...{
    isArriving: false,
    hasFile: true,
    state: 'done',
    isOfCommand: false,
    mode: 'dry-run',
    readRows: 3,
    failure: null,
    isCancelling: false,
  },
  counts: { created: 2, updated: 0, unchanged: 0, stale: 0, waiting: 0, refused: 0 },
  ...{ createdAt: '2026-05-04T13:00:00Z', createdBy: null, finishedAt: '2026-05-04T13:00:01Z' },
};
const rowWith = (refused: number, more: Partial<ImportRow> = {}): ImportRow => ({ ...ROW, ...more, counts: { ...ROW.counts, refused } });

const render = (content: React.ReactNode): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>
    </MantineProvider>,
  );
const card = (mode: ImportMode, refused: number, more: Partial<ImportRow> = {}): string =>
  render(<RunCard row={rowWith(refused, { mode, ...more })} mode={mode} />);
const list = (mode: ImportMode, refused: number): string => render(<RecentImports rows={[rowWith(refused, { mode })]} link={() => ''} />);

describe('a run with refused records', () => {
  it('FED-11 warns how many records would be refused after a dry run, and were refused by an import', () => {
    expect(card('dry-run', 2)).toContain('2 records would be refused.');
    expect(card('dry-run', 1)).toContain('1 record would be refused.');
    expect(card('import', 2)).toContain('2 records were refused.');
    expect(card('import', 2, { state: 'failed' })).toContain('2 records were refused.');
    for (const content of [card('dry-run', 2), card('import', 2), list('dry-run', 2), list('import', 2)]) {
      expect(content).not.toMatch(/Done|data-kind="done"/);
    }
    expect(list('dry-run', 2)).toContain('2 would be refused');
    expect(list('import', 1200)).toContain('1,200 refused');
  });

  it('FED-11 says nothing of refused records where there are none, and waits for the end of the run', () => {
    for (const content of [card('dry-run', 0), card('import', 0), list('import', 0)]) {
      expect(content).toMatch(/data-kind="done".*Done/);
      expect(content).not.toMatch(/be refused|were refused/);
    }
    expect(card('dry-run', 2, { state: 'running' })).not.toContain('would be refused');
    expect(card('dry-run', 2, { state: 'running' })).toContain('Running');
  });
});
