import type { ImportRow } from '@yardage/contract/imports';
import { formatNumber } from '@yardage/domain/quantities';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { Card } from '#web/patterns/card.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { IMPORT_WORDS as WORDS } from '../imports.messages.ts';
import { ImportStatus } from './import-status.tsx';

interface RecentImportsProps {
  rows: readonly ImportRow[];
  /** A link that opens an import. */
  link: (row: ImportRow) => React.ReactNode;
}

/** The latest imports, each of which can be opened again. */
export function RecentImports({ rows, link }: RecentImportsProps) {
  const formats = useFormats();
  const sourceOf = ({ resource, dataSource }: ImportRow) => (dataSource ? `${resource} · ${dataSource}` : resource);
  return (
    <Card title={WORDS.recent}>
      <LineTable
        label={WORDS.recent}
        lines={rows}
        emptyText={WORDS.none}
        columns={[
          { header: WORDS.file, value: link },
          { header: WORDS.resource, value: sourceOf },
          { header: 'Status', value: ({ state }) => <ImportStatus state={state} /> },
          { header: 'Run', value: ({ mode }) => (mode ? WORDS.running[mode] : WORDS.notMapped) },
          { header: 'Uploaded', value: ({ createdAt }) => formats.dateTime(createdAt) },
          { header: 'Rows', value: ({ readRows }) => formatNumber(readRows), isNumber: true },
        ]}
        card={(row) => ({ title: link(row), result: WORDS.states[row.state], details: [sourceOf(row), formats.dateTime(row.createdAt)] })}
      />
    </Card>
  );
}
