import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ImportMapping, ImportPreview } from '@yardage/contract/imports';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { MappingForm } from './mapping-form.tsx';

const field = (name: string): ImportPreview['fields'][number] => ({
  ...{ name, type: 'text', isRequired: false, description: '', choices: [] },
});
const PREVIEW: ImportPreview = {
  format: { encoding: 'utf-8', delimiter: 'comma', dateOrder: 'mdy', decimal: 'point' },
  unclear: [],
  columns: ['Id', 'Name', 'PO', 'Zone'],
  fields: ['key', 'name', 'poNumber'].map(field),
  mapping: { key: 'Id', name: 'Name' },
  missing: [],
  rows: [],
};
const render = (changes: ImportMapping): string => {
  const nothing = () => {};
  return renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <MappingForm
          {...{ id: 1, preview: PREVIEW, isOutdated: false, chosen: {}, changes, isBusy: false }}
          {...{ onChoose: nothing, onMap: nothing, onStarted: nothing }}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
};

describe('the columns of a file', () => {
  it('FED-10 names those that no field takes, so that none is lost unnoticed', () => {
    expect(render({})).toContain('Not imported: PO, Zone.');
    expect(render({ poNumber: 'PO' })).toContain('Not imported: Zone.');
    expect(render({ poNumber: 'PO', name: 'Zone' })).toContain('Not imported: Name.');
  });
});
