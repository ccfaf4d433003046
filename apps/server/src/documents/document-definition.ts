/** A document as plain data. An area only provides this; the document kit determines its appearance. */
export interface DocumentDefinition {
  /** The kind of document: `Order confirmation`. */
  title: string;
  /** The number that people quote on the phone. */
  number: string;
  status?: string;
  facts: readonly Fact[];
  sections: readonly Section[];
}

/** A labelled value in the grid below the title. An empty value is shown as a dash. */
export interface Fact {
  label: string;
  value: string | null;
  /** How many of the grid's four columns it takes; 1 by default. */
  span?: 1 | 2 | 4;
}

export type Section = TableSection | TotalsSection | TextSection | FactsSection | PicturesSection | SignatureSection;

/** A table; its header is repeated on every page. */
export interface TableSection {
  kind: 'table';
  heading?: string;
  columns: readonly Column[];
  /** One text per column. */
  rows: readonly (readonly string[])[];
  /** Small pictures below each row, by its index. */
  pictures?: readonly (readonly DocumentPicture[])[];
  /** A last row, separated by a line. */
  footer?: readonly string[];
  /** Shown instead of a table without rows. */
  emptyText: string;
}

/** A column is as wide as its widest text. Columns that may wrap share the space that is left. */
export interface Column {
  header: string;
  /** Numbers are aligned right. */
  align?: 'left' | 'right';
  canWrap?: boolean;
}

/** A block of amounts on the right. The last line is the sum, separated by a line. */
export interface TotalsSection {
  kind: 'totals';
  heading?: string;
  lines: readonly { label: string; amount: string }[];
  /** A note about the amounts, in small print beside them. */
  note?: string;
}

/** Notes or terms; line breaks in the text are kept. */
export interface TextSection {
  kind: 'text';
  heading?: string;
  text: string;
}

/** Further labelled values below a heading. */
export interface FactsSection {
  kind: 'facts';
  heading: string;
  facts: readonly Fact[];
}

/** A picture as PNG or JPEG, with a description for screen readers. */
export interface DocumentPicture {
  description: string;
  content: Uint8Array;
}

/** Small pictures side by side. */
export interface PicturesSection {
  kind: 'pictures';
  heading: string;
  pictures: readonly DocumentPicture[];
}

/** Lines to write on, side by side: `Received by`, `Date`. */
export interface SignatureSection {
  kind: 'signature';
  labels: readonly string[];
  /** The content of the lines of a signed document: a text for each, and the signature above the first. */
  signed?: { texts: readonly string[]; picture: Uint8Array | null; description: string };
}
