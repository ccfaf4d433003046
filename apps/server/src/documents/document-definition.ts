/** A document as plain data; what it looks like is the kit's affair. An area writes one of these, and nothing else. */
export interface DocumentDefinition {
  /** What it is: `Order confirmation`. */
  title: string;
  /** What people quote on the phone. */
  number: string;
  status?: string;
  facts: readonly Fact[];
  sections: readonly Section[];
}

/** A labelled value in the grid below the title; an empty one is shown as a dash, so that a reader sees that it is empty. */
export interface Fact {
  label: string;
  value: string | null;
  /** How many of the grid's four columns it takes; 1 where nothing is said. */
  span?: 1 | 2 | 4;
}

export type Section = TableSection | TotalsSection | TextSection | SignatureSection;

/** Rows under a header that is repeated on every page. */
export interface TableSection {
  kind: 'table';
  heading?: string;
  columns: readonly Column[];
  /** One text a column. */
  rows: readonly (readonly string[])[];
  /** A last row set apart by a rule. */
  footer?: readonly string[];
  /** Said in place of a table that has no rows. */
  emptyText: string;
}

/** A column is as wide as its widest text; those that may wrap share what is left. */
export interface Column {
  header: string;
  /** Numbers go right. */
  align?: 'left' | 'right';
  canWrap?: boolean;
}

/** Amounts in a block on the right; the last line is the sum, set apart by a rule. */
export interface TotalsSection {
  kind: 'totals';
  heading?: string;
  lines: readonly { label: string; amount: string }[];
  /** What is to be said about the amounts, in small print beside them. */
  note?: string;
}

/** Notes or terms; line breaks in the text are kept. */
export interface TextSection {
  kind: 'text';
  heading?: string;
  text: string;
}

/** Lines to write on, side by side: `Received by`, `Date`. */
export interface SignatureSection {
  kind: 'signature';
  labels: readonly string[];
}
