import { setImmediate } from 'node:timers/promises';
import type { DocumentPicture, TableSection } from './document-definition.ts';
import { drawHeading, HEADING_HEIGHT } from './draw-heading.ts';
import { drawSmallPictures, smallPicturesHeight } from './draw-pictures.ts';
import { drawText } from './draw-text.ts';
import { COLORS, PAGE, STYLES, type TextStyle } from './page-style.ts';
import type { Sheet } from './sheet.ts';
import { type PlacedColumn, type PlacedTable, placeColumns, ROWS_PER_TURN, type TableStyles } from './table-columns.ts';

const ROW_PADDING = 2.75;
/** The most lines of one row that fit on a page. A taller row continues on the next page. */
const MAX_ROW_LINES = Math.floor((PAGE.bottom - PAGE.top - 80) / STYLES.cell.lineHeight);
/** The height below the running head of a page. */
const PAGE_ROOM = PAGE.bottom - PAGE.top - 28;
/** The gap below a table. */
const GAP_BELOW = 16;
/** The last rows of a table that are kept on one page with the totals below it. */
const ROWS_WITH_TOTALS = 2;
/** The first rows of a table that are kept on one page with its header. */
const ROWS_UNDER_HEADER = 3;
const PLAIN_ROW_HEIGHT = STYLES.cell.lineHeight + 2 * ROW_PADDING;
/** Tagging a cell for screen readers costs about 120 bytes. In tables with more rows than this, each row is tagged as one paragraph. */
const MAX_MARKED_ROWS = 100;

/** The wrapped lines of each cell of a row. */
type Cells = string[][];

/**
 * Draws a table over as many pages as needed, with its header on each. `heightBelow` is the height of the totals, or of the lines to
 * sign on, below the table; its last rows are kept on one page with them, so that they are never alone on a page.
 */
export async function drawTable(sheet: Sheet, table: TableSection, heightBelow = 0): Promise<void> {
  const { heading, rows, pictures = [], footer, emptyText } = table;
  if (rows.length === 0) {
    if (heightBelow > 0) await sheet.makeRoom(HEADING_HEIGHT + STYLES.body.lineHeight + GAP_BELOW + heightBelow);
    return drawText(sheet, { kind: 'text', text: emptyText, ...(heading ? { heading } : {}) });
  }
  const printer = new RowPrinter(sheet, await placeColumns(sheet, table), rows.length <= MAX_MARKED_ROWS);
  const lastRows = rows.slice(-ROWS_WITH_TOTALS);
  const endHeight = heightBelow > 0 ? printer.heightOf(lastRows, footer) + GAP_BELOW + heightBelow : 0;
  const headHeight = (heading ? HEADING_HEIGHT : 0) + printer.headerHeight;
  const plainHeight = Math.min(rows.length, ROWS_UNDER_HEADER) * PLAIN_ROW_HEIGHT;
  const firstRowsHeight =
    Math.max(plainHeight, printer.heightOf(rows.slice(0, 1), undefined)) + smallPicturesHeight(pictures[0]?.length ?? 0);
  const isAllEnd = rows.length <= ROWS_WITH_TOTALS;
  await sheet.makeRoom(Math.min(headHeight + Math.max(firstRowsHeight, isAllEnd ? endHeight : 0), PAGE_ROOM));
  drawHeading(sheet, heading);
  printer.begin();
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_PER_TURN === ROWS_PER_TURN - 1) await setImmediate();
    if (index > 0 && index === rows.length - lastRows.length) await printer.makeRoom(endHeight);
    const isKeptWithFooter = footer !== undefined && index === rows.length - 1;
    await printer.print(row, 'cell', isKeptWithFooter ? PLAIN_ROW_HEIGHT : 0, pictures[index]);
  }
  if (footer) await printer.print(footer, 'total', 0);
  printer.end();
  sheet.y += GAP_BELOW;
}

class RowPrinter {
  readonly #sheet: Sheet;
  readonly #columns: readonly PlacedColumn[];
  readonly #styles: TableStyles;
  readonly #header: Cells;
  readonly #isMarked: boolean;
  #table: PDFKit.PDFStructureElement | undefined;

  constructor(sheet: Sheet, { columns, styles }: PlacedTable, isMarked: boolean) {
    this.#sheet = sheet;
    this.#columns = columns;
    this.#styles = styles;
    this.#isMarked = isMarked;
    this.#header = this.#wrap(
      columns.map((column) => column.header),
      this.#styles.header,
    );
  }

  get headerHeight(): number {
    return heightOf(this.#header, this.#styles.header);
  }

  /** Starts the table with its header. */
  begin(): void {
    if (this.#isMarked) this.#table = this.#sheet.group('Table');
    this.#mark(this.#header, this.#styles.header, 'TH');
    this.#endRow(this.#header, this.#styles.header);
  }

  end(): void {
    this.#table?.end();
  }

  /** Returns the height of rows and the footer below them. A row taller than a page counts as one page. */
  heightOf(rows: readonly (readonly string[])[], footer: readonly string[] | undefined): number {
    const heights = rows.map((row) =>
      Math.min(heightOf(this.#wrap(row, this.#styles.cell), this.#styles.cell), MAX_ROW_LINES * this.#styles.cell.lineHeight),
    );
    const height = heights.reduce((sum, each) => sum + each, 0);
    return height + (footer ? heightOf(this.#wrap(footer, this.#styles.total), this.#styles.total) : 0);
  }

  /** Starts a new page with the header if `height` does not fit on this one. Ignores heights that would not fit on any page. */
  async makeRoom(height: number): Promise<void> {
    const mostOfAPage = PAGE.bottom - PAGE.top - 80 - this.headerHeight;
    if (height <= mostOfAPage && (await this.#sheet.makeRoom(height))) this.#repeatHeader();
  }

  /** Prints a row with its pictures. Starts a new page if they and `heightBelow` do not fit. */
  async print(
    row: readonly string[],
    kind: 'cell' | 'total',
    heightBelow: number,
    pictures: readonly DocumentPicture[] = [],
  ): Promise<void> {
    const style = this.#styles[kind];
    const pieces = splitRow(this.#wrap(row, style));
    for (const [index, cells] of pieces.entries()) {
      const below = index === pieces.length - 1 ? pictures : [];
      const picturesHeight = smallPicturesHeight(below.length);
      if (await this.#sheet.makeRoom(heightOf(cells, style) + picturesHeight + heightBelow)) this.#repeatHeader();
      this.#mark(cells, style, 'TD', below);
      this.#endRow(cells, style, picturesHeight);
    }
  }

  /** A repeated header is an artifact, because it tells a screen reader nothing new. */
  #repeatHeader(): void {
    this.#sheet.artifact(() => this.#writeRow(this.#header, this.#styles.header));
    this.#endRow(this.#header, this.#styles.header);
  }

  #mark(cells: Cells, style: TextStyle, role: 'TH' | 'TD', pictures: readonly DocumentPicture[] = []): void {
    const picturesTop = this.#sheet.y + heightOf(cells, style);
    if (!this.#table) {
      this.#sheet.content('P', () => this.#writeRow(cells, style));
      drawSmallPictures(this.#sheet, pictures, picturesTop, undefined);
      return;
    }
    const row = this.#sheet.group('TR', this.#table);
    for (const index of cells.keys()) {
      const cell = this.#sheet.group(role, row);
      cell.add(() => this.#writeCell(cells, index, style));
      // The pictures belong to the last cell, which describes the row, although they take the whole width.
      if (index === cells.length - 1) drawSmallPictures(this.#sheet, pictures, picturesTop, cell);
      cell.end();
    }
    row.end();
  }

  #writeRow(cells: Cells, style: TextStyle): void {
    for (const index of cells.keys()) this.#writeCell(cells, index, style);
  }

  #writeCell(cells: Cells, index: number, style: TextStyle): void {
    const column = this.#columns[index];
    if (column) this.#sheet.write(cells[index] ?? [], style, column.x, this.#sheet.y + ROW_PADDING, column.align);
  }

  #endRow(cells: Cells, style: TextStyle, picturesHeight = 0): void {
    this.#sheet.y += heightOf(cells, style) + picturesHeight;
    this.#sheet.rule(this.#sheet.y, { color: style === this.#styles.cell ? COLORS.hairline : COLORS.rule });
  }

  #wrap(row: readonly string[], style: TextStyle): Cells {
    return this.#columns.map((column, index) => this.#sheet.wrap(row[index] ?? '', style, column.width));
  }
}

function heightOf(cells: Cells, style: TextStyle): number {
  return Math.max(...cells.map((lines) => lines.length)) * style.lineHeight + 2 * ROW_PADDING;
}

/** Splits a row into pieces that fit on a page; almost always one. */
function splitRow(cells: Cells): Cells[] {
  const lineCount = Math.max(...cells.map((lines) => lines.length));
  const pieces: Cells[] = [];
  for (let from = 0; from < lineCount; from += MAX_ROW_LINES) pieces.push(cells.map((lines) => lines.slice(from, from + MAX_ROW_LINES)));
  return pieces;
}
