import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config';
import type { DocumentDefinition } from './document-definition.ts';
import { DocumentRenderer } from './document-renderer.ts';
import { MergedPdf, renderDocument } from './render-document.ts';

const { branding } = readConfig({ PORT: '4000' });
const documents = new DocumentRenderer(branding);
afterAll(() => documents.close());

const document = (number: number): DocumentDefinition => ({
  title: 'Ticket',
  number: `T${number}`,
  facts: [{ label: 'Job', value: 'Cedar Glade' }],
  sections: [
    {
      kind: 'table',
      columns: [
        { header: 'Load', align: 'right' },
        { header: 'Mix', canWrap: true },
      ],
      rows: Array.from({ length: 80 }, (_, row) => [String(row), `4000 PSI MIX ${row}`]),
      emptyText: 'No loads',
    },
  ],
});
/** Returns the objects of a PDF without creation dates, sorted, because their order in the file depends on when each was compressed. */
const objectsOf = (pdf: Buffer) =>
  pdf
    .toString('latin1')
    .slice(pdf.indexOf('\n', 10), pdf.lastIndexOf('xref\n0 '))
    .replace(/\(D:\d+Z\)|<xmp:CreateDate>[^<]+/g, '')
    .split('endobj\n')
    .sort();

describe('documents drawn in a thread', () => {
  it('have the same content as those drawn here', async () => {
    expect(objectsOf(await documents.render(document(1)))).toEqual(objectsOf(await renderDocument(branding, document(1))));
    const merged = new MergedPdf(branding, 'Tickets');
    const parts = [await merged.add(document(1)), await merged.add(document(2)), await merged.end()];
    async function* two() {
      yield document(1);
      yield document(2);
    }
    expect(objectsOf(await buffer(documents.merge('Tickets', two())))).toEqual(objectsOf(Buffer.concat(parts)));
  });

  it('are rendered only as far as they are read, and cancelled when the reader leaves', async () => {
    let [asked, hasEnded] = [0, false];
    async function* many() {
      try {
        for (; asked < 2000; asked += 1) yield document(asked);
      } finally {
        hasEnded = true;
      }
    }
    const stream = documents.merge('Tickets', many());
    const reader = stream[Symbol.asyncIterator]();
    await reader.next();
    await reader.return?.();
    await expect.poll(() => hasEnded, { timeout: 30_000 }).toBe(true);
    expect(asked).toBeLessThan(2000);
  });

  it('fail alone: a document that cannot be drawn does not affect the next', async () => {
    const broken = { ...document(1), sections: [{ kind: 'text', text: null }] } as unknown as DocumentDefinition;
    await expect(documents.render(broken)).rejects.toThrow(/drawing failed/);
    expect((await documents.render(document(2))).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
