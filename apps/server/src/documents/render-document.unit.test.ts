import type { Branding } from '@yardage/contract/public-config';
import { PDFDocument, PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { DocumentDefinition, TableSection, TotalsSection } from './document-definition.ts';
import { PAGE } from './page-style.ts';
import { MergedPdf, renderDocument } from './render-document.ts';
import { type PrintedText, readPdf, wordsOfPdf } from './testing/pdf-text.ts';

const BRANDING: Branding = {
  platformName: 'Northline Concrete',
  documentTitle: 'Northline portal',
  logoUrl: null,
  accentColor: '#2f5d7c',
  supportPhone: '(423) 555-0142',
  supportEmail: 'support@example.com',
  privacyPolicyUrl: null,
  showWelcomeMessage: true,
  entryVideoUrl: null,
  bannerUrl: null,
  addressLines: ['1200 Quarry Road', 'Chattanooga, TN 37406'],
};

const HEADERS = ['Ticket', 'Description', 'Amount, USD'];

function tableOf(rowCount: number, description = 'Concrete'): TableSection {
  return {
    kind: 'table',
    heading: 'Lines',
    columns: [{ header: 'Ticket' }, { header: 'Description', canWrap: true }, { header: 'Amount, USD', align: 'right' }],
    rows: Array.from({ length: rowCount }, (_, index) => [`T-${index + 1}`, description, `${(index * 37.5).toFixed(2)}`]),
    footer: ['Total', '', '123,456.00'],
    emptyText: 'Nothing here.',
  };
}

function documentOf(...sections: DocumentDefinition['sections']): DocumentDefinition {
  return { title: 'Statement', number: 'S-77', status: 'Open', facts: [{ label: 'Customer', value: 'Ridgeline' }], sections };
}

/** A black PNG of one pixel. */
const ONE_PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

/** Expects everything within the margins, no overlapping texts, and nothing below the footer's line. */
function expectNeatPages(pages: PrintedText[][]): void {
  for (const page of pages) {
    const body = page.filter(({ text }) => !/^(Page|Northline)/.test(text));
    const places = body.map(({ x, y }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(places.length);
    expect(Math.min(...body.map(({ y }) => y))).toBeGreaterThan(PAGE.height - PAGE.bottom);
    expect(Math.max(...body.map(({ y }) => y))).toBeLessThan(PAGE.height - PAGE.top);
    expect(Math.min(...page.map(({ x }) => x))).toBeGreaterThan(PAGE.left - 0.01);
    expect(Math.max(...page.map(({ x }) => x))).toBeLessThan(PAGE.right);
  }
}

describe('renderDocument', () => {
  it('prints letterhead, title, number, facts and every kind of section', async () => {
    const words = wordsOfPdf(
      await renderDocument(
        BRANDING,
        documentOf(
          tableOf(2),
          {
            kind: 'totals',
            lines: [
              { label: 'Tax', amount: '$1.00' },
              { label: 'Total', amount: '$2.00' },
            ],
            note: 'An estimate.',
          },
          { kind: 'text', heading: 'Terms', text: 'Net 30 days.' },
          { kind: 'signature', labels: ['Received by', 'Date'] },
        ),
      ),
    );
    const expected = ['Northline Concrete', '1200 Quarry Road', 'Statement', 'S-77', 'Open', 'Customer', 'Ridgeline', 'Lines', ...HEADERS];
    for (const text of [
      ...expected,
      'T-2',
      '37.50',
      '123,456.00',
      '$2.00',
      'An estimate.',
      'Terms',
      'Net 30 days.',
      'Received by',
      'Date',
    ]) {
      expect(words.split('\n')).toContain(text);
    }
  });

  it('SGN-02 prints the whole name of the receiver above the line, however long it is', async () => {
    const name = 'Maria Guadalupe Hernandez Villanueva, superintendent of Cedar Ridge Constructors';
    const signed = { picture: null, description: '', texts: [name, '11/14/2026'] };
    const [page = []] = readPdf(await renderDocument(BRANDING, documentOf({ kind: 'signature', labels: ['Received by', 'Date'], signed })));
    const texts = page.map(({ text }) => text);
    const label = texts.indexOf('Received by');
    expect(texts.slice(0, label).join(' ')).toContain(name);
    expect(texts).toContain('11/14/2026');
  });

  it('SGN-02 prints the small pictures of a row below it, on the page of the row and as part of its last cell', async () => {
    const pictures = Array.from({ length: 30 }, (_, row) =>
      Array.from({ length: row % 3 === 2 ? 8 : row % 3 }, (_picture, index) => ({
        description: `Picture ${row} ${index}`,
        content: ONE_PIXEL,
      })),
    );
    const bytes = await renderDocument(BRANDING, documentOf({ ...tableOf(30), pictures }));
    const pages = readPdf(bytes);
    expectNeatPages(pages);
    // Seven pictures fit side by side.
    const heightBelow = (row: number) => Math.ceil((pictures[row - 1]?.length ?? 0) / 7) * 56;
    for (const page of pages) {
      const rows = page.flatMap(({ text, y }) => (/^T-\d+$/.test(text) ? [{ row: Number(text.slice(2)), y }] : []));
      for (const [index, { row, y }] of rows.entries()) {
        const end = rows[index + 1]?.y ?? PAGE.height - PAGE.bottom;
        expect(y - end).toBeGreaterThan(heightBelow(row));
      }
    }
    const { context } = await PDFDocument.load(bytes);
    const figures = context.enumerateIndirectObjects().filter(([, object]) => String(object).includes('/S /Figure'));
    expect(figures).toHaveLength(pictures.flat().length);
    for (const [, figure] of figures) {
      const [, parent = ''] = /\/P (\d+) 0 R/.exec(String(figure)) ?? [];
      expect(String(context.lookup(PDFRef.of(Number(parent))))).toContain('/S /TD');
    }
  });

  it('sets title, author and language, and marks its structure for screen readers', async () => {
    const bytes = await renderDocument(BRANDING, documentOf(tableOf(3)));
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
    expect(pdf.getTitle()).toBe('Statement S-77');
    expect(pdf.getAuthor()).toBe('Northline Concrete');
    const catalog = pdf.catalog.toString();
    expect(catalog).toContain('en-US');
    expect(catalog).toContain('/StructTreeRoot');
    const file = bytes.toString('latin1');
    expect(file.match(/\/S \/TH/g)).toHaveLength(3);
    expect(file.match(/\/S \/TR/g)).toHaveLength(5);
  });

  it('repeats the header and counts the pages of a table that breaks', async () => {
    const pages = readPdf(await renderDocument(BRANDING, documentOf(tableOf(120))));
    expect(pages.length).toBeGreaterThan(2);
    for (const [index, page] of pages.entries()) {
      const texts = page.map(({ text }) => text);
      expect(texts.filter((text) => HEADERS.includes(text))).toEqual(HEADERS);
      expect(texts).toContain(`Page ${index + 1} of ${pages.length}`);
    }
    const tickets = pages.flat().filter(({ text }) => text.startsWith('T-'));
    expect(tickets.map(({ text }) => text)).toEqual(Array.from({ length: 120 }, (_, index) => `T-${index + 1}`));
  });

  it('never separates the total from the last row', async () => {
    for (let rowCount = 28; rowCount < 48; rowCount++) {
      const last =
        readPdf(await renderDocument(BRANDING, documentOf(tableOf(rowCount))))
          .at(-1)
          ?.map(({ text }) => text) ?? [];
      expect(last).toContain('Total');
      expect(last).toContain(`T-${rowCount}`);
    }
  });

  it.each([0, 60])(
    'API-26 API-36 API-40 prints no page with nothing but totals on it, whatever the length of the table, with %d rows before',
    async (before) => {
      const totals: TotalsSection = {
        kind: 'totals',
        heading: 'Account aging',
        lines: Array.from({ length: 5 }, (_, index) => ({ label: `Sum ${index}`, amount: `$${index}.00` })),
        note: 'What the amounts mean. '.repeat(6),
      };
      for (let rowCount = Math.max(1, before); rowCount < before + 48; rowCount++) {
        const { footer: _footer, ...table } = tableOf(rowCount);
        const pages = readPdf(await renderDocument(BRANDING, documentOf(table, totals))).map((page) => page.map(({ text }) => text));
        const last = pages.at(-1) ?? [];
        expect(last).toContain('Sum 4');
        const kept = Array.from({ length: Math.min(rowCount, 2) }, (_, index) => `T-${rowCount - index}`);
        for (const ticket of kept) expect(last, `${rowCount} rows`).toContain(ticket);
        // No page ends with a table header whose rows are all on the next page.
        for (const page of pages) if (page.includes('Ticket')) expect(page.some((text) => text.startsWith('T-'))).toBe(true);
      }
    },
  );

  it.each([
    ['after a table', []],
    ['after short terms', [{ kind: 'text', heading: 'Terms', text: 'Net 30.' }]],
    ['after long terms', [{ kind: 'text', heading: 'Terms', text: 'Prices hold for the quantities above. '.repeat(30) }]],
  ] as const)('API-15 QUO-05 prints no page with nothing but lines to sign on, %s', async (_title, terms) => {
    for (let rowCount = 1; rowCount < 48; rowCount++) {
      const signature = { kind: 'signature', labels: ['Accepted by', 'Date'] } as const;
      const pages = readPdf(await renderDocument(BRANDING, documentOf(tableOf(rowCount), ...terms, signature)));
      const last = (pages.at(-1) ?? []).map(({ text }) => text);
      expect(last).toContain('Accepted by');
      const isAfterContent = last.some((text) => /^T-|^Net 30|^Prices hold|quantities/.test(text));
      expect(isAfterContent, `${rowCount} rows: ${last.join(' | ')}`).toBe(true);
      for (const page of pages) expectNeatPages([page]);
    }
  });

  it('keeps rows apart and everything within the margins, however long the texts are', async () => {
    const long = 'Winter service and hydration stabilizer '.repeat(8) + 'X'.repeat(300);
    const definition = documentOf(tableOf(40, long), { kind: 'text', text: long.repeat(30) });
    const pages = readPdf(await renderDocument(BRANDING, { ...definition, facts: [{ label: 'Job', value: long.repeat(20), span: 2 }] }));
    expectNeatPages(pages);
  });

  it('continues a row that is taller than a page', async () => {
    const pages = readPdf(await renderDocument(BRANDING, documentOf(tableOf(1, 'word '.repeat(4000)))));
    const words = pages.flat().flatMap(({ text }) => text.split(' ').filter((word) => word === 'word'));
    expect(words).toHaveLength(4000);
    expectNeatPages(pages);
  });

  it('never breaks an amount or a ticket number, however wide the other texts are', async () => {
    const columns: TableSection['columns'] = [
      { header: 'Ticket' },
      { header: 'Product' },
      { header: 'Description', canWrap: true },
      { header: 'Ticketed' },
      ...['Quantity', 'Price', 'Amount'].map((header) => ({ header, align: 'right' as const })),
    ];
    const row = (product: string) => [
      '3110000123456789',
      product,
      'Air entrained',
      '16 sept 2026 08:15',
      '1,234.50 CY',
      '$1,148.50',
      '$12,345.67',
    ];
    for (const product of ['4000', 'W'.repeat(20), 'W'.repeat(40)]) {
      const bytes = await renderDocument(
        BRANDING,
        documentOf({ kind: 'table', columns, rows: [row(product), row('4000')], emptyText: '' }),
      );
      const words = wordsOfPdf(bytes).split('\n');
      const whole = ['3110000123456789', '1,234.50 CY', '$1,148.50', '$12,345.67'];
      for (const text of whole) expect(words.filter((each) => each === text)).toHaveLength(2);
      expectNeatPages(readPdf(bytes));
    }
  });

  it('keeps the heading and column heads of a table on the page of its first row, however tall it is', async () => {
    const long = Array.from({ length: 12 }, (_, line) => `Reading ${line + 1}`).join('\n');
    for (let lines = 20; lines < 45; lines += 1) {
      const pages = readPdf(
        await renderDocument(BRANDING, documentOf({ kind: 'text', text: Array(lines).fill('Line').join('\n') }, tableOf(2, long))),
      ).map((page) => page.map(({ text }) => text));
      for (const page of pages) if (page.includes('Lines')) expect(page, `${lines} lines`).toContain('T-1');
    }
  });

  it('shortens the head and the foot of a page to the width of the sheet', async () => {
    const job = `Riverwalk ${'Phase '.repeat(40)}`;
    const branding = {
      ...BRANDING,
      platformName: 'N'.repeat(60),
      supportPhone: '1'.repeat(40),
      supportEmail: `${'m'.repeat(80)}@example.com`,
    };
    const pages = readPdf(await renderDocument(branding, { ...documentOf(tableOf(120)), title: 'Close-out pack', number: job }));
    const second = pages[1] ?? [];
    const head = second.find(({ text }) => text.startsWith('Close-out pack Riverwalk Phase'));
    expect(head?.text.endsWith('…')).toBe(true);
    expect(head?.x).toBeGreaterThan(PAGE.left + PAGE.width / 4);
    const foot = second.filter(({ y }) => y < PAGE.height - PAGE.bottom);
    expect(foot).toHaveLength(2);
    const [contact = '', page = ''] = foot.map(({ text }) => text);
    expect(contact.startsWith('NNNN')).toBe(true);
    expect(page).toMatch(/^Page 2 of/);
    // At 7.5 points, the widest letters take 7.1 points and the digits 4.2.
    expect(contact).not.toContain('@');
  });

  it('prints names with any Latin, Greek or Cyrillic letters, regular and bold, and question marks for others', async () => {
    const names = ['Łukasz Wójcik', 'Nguyễn Thị Hương', 'Dvořák & Şahin', 'Ωmega', 'Иван', 'Plain'];
    const table = { ...tableOf(0), rows: names.map((name) => ['T-1', name, '1.00']), footer: ['Total', 'Łódź', '2.00'] };
    const bytes = await renderDocument(BRANDING, { ...documentOf(table), facts: [{ label: 'Customer', value: 'Łódź Beton 漢字' }] });
    const words = wordsOfPdf(bytes).split('\n');
    expect(words).toEqual(expect.arrayContaining([...names, 'Łódź', 'Łódź Beton ??']));
    expectNeatPages(readPdf(bytes));
  });

  it('embeds only the letters in use, and no font where Helvetica suffices', async () => {
    const sizeOf = async (value: string) =>
      (await renderDocument(BRANDING, { ...documentOf(), facts: [{ label: 'Customer', value }] })).length;
    const plain = await sizeOf('Lodz');
    expect(plain).toBeLessThan(10_000);
    expect((await sizeOf('Łódź')) - plain).toBeLessThan(20_000);
  });

  it('says why a table is empty, and shows empty facts as a dash', async () => {
    const bytes = await renderDocument(BRANDING, { ...documentOf(tableOf(0)), facts: [{ label: 'PO number', value: null }] });
    const words = wordsOfPdf(bytes).split('\n');
    expect(words).toContain('Nothing here.');
    expect(words).toContain('—');
    expect(words).not.toContain('Ticket');
  });

  it('shows a logo in place of the name', async () => {
    const bytes = await renderDocument({ ...BRANDING, paperLogo: ONE_PIXEL }, documentOf());
    expect(bytes.toString('latin1')).toContain('/Subtype /Image');
    const letterhead = readPdf(bytes)[0]?.[0]?.text;
    expect(letterhead).toBe('1200 Quarry Road');
  });

  it('embeds the logo once, however many documents are in one PDF', async () => {
    const picturesIn = async (documents: number) => {
      const merged = new MergedPdf({ ...BRANDING, paperLogo: ONE_PIXEL }, 'Tickets');
      const parts: Buffer[] = [];
      for (let index = 0; index < documents; index += 1) parts.push(await merged.add(documentOf()));
      parts.push(await merged.end());
      const bytes = Buffer.concat(parts);
      expect((await PDFDocument.load(bytes)).getPageCount()).toBe(documents);
      return bytes.toString('latin1').split('/Subtype /Image').length - 1;
    };
    expect(await picturesIn(20)).toBe(await picturesIn(1));
  });

  it('lets other work run while it renders 500 rows, and keeps the file small', async () => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const bytes = await renderDocument(BRANDING, documentOf(tableOf(500)));
    isDone = true;
    expect(turns).toBeGreaterThan(40);
    expect(bytes.length).toBeLessThan(120_000);
  });
});
