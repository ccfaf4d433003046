import type pg from 'pg';

/** What the driver's connection offers for COPY; its types do not name it. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

type Row = Readonly<Record<string, string | null>>;

/** Copies rows into a table. All rows have the same columns. */
export async function copyInto(client: pg.Client, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => `${columns.map((name) => escaped(row[name] ?? null)).join('\t')}\n`);
  const data = Buffer.from(lines.join(''));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const command = {
    submit: (connection: CopyConnection) => connection.query(`copy ${table} (${columns.join(', ')}) from stdin`),
    handleCopyInResponse: (connection: CopyConnection) => {
      connection.sendCopyFromChunk(data);
      connection.endCopyFrom();
    },
    handleError: reject,
    handleCommandComplete: () => {},
    handleReadyForQuery: () => resolve(),
  };
  client.query(command as unknown as pg.Submittable);
  await promise;
}

function escaped(value: string | null): string {
  return value === null
    ? '\\N'
    : value.replace(/[\\\t\n\r]/g, (character) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' })[character] ?? '');
}
