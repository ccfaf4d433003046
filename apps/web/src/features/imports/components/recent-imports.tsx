import type { ImportRow } from '@yardage/contract/imports';
import { formatNumber } from '@yardage/domain/quantities';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { Card } from '#web/patterns/card.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { IMPORTS_MESSAGES as MESSAGES } from '../imports.messages.ts';
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
    <Card title={MESSAGES.recent}>
      <LineTable
        label={MESSAGES.recent}
        lines={rows}
        emptyText={MESSAGES.none}
        columns={[
          { header: MESSAGES.file, value: link },
          { header: MESSAGES.resource, value: sourceOf },
          { header: MESSAGES.status, value: ({ state }) => <ImportStatus state={state} /> },
          { header: MESSAGES.run, value: ({ mode }) => (mode ? MESSAGES.running[mode] : MESSAGES.notMapped) },
          { header: MESSAGES.uploaded, value: ({ createdAt }) => formats.dateTime(createdAt) },
          { header: MESSAGES.rows, value: ({ readRows }) => formatNumber(readRows), isNumber: true },
        ]}
        card={(row) => ({
          title: link(row),
          result: MESSAGES.states[row.state],
          details: [sourceOf(row), formats.dateTime(row.createdAt)],
        })}
      />
    </Card>
  );
}
