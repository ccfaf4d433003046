import type { FontName } from './fonts.ts';

/** US Letter, in points. */
export const PAGE = { width: 612, height: 792, left: 48, right: 564, top: 44, bottom: 736 } as const;
export const CONTENT_WIDTH = PAGE.right - PAGE.left;

/** The portal's slate neutrals. The brand's accent color is used for lines only, since its contrast as text is unknown. */
export const COLORS = { ink: '#0f172a', muted: '#475569', rule: '#64748b', hairline: '#cbd5e1' } as const;

export interface TextStyle {
  font: FontName;
  size: number;
  lineHeight: number;
  color: string;
}

/** All text styles of documents. Helvetica's digits have equal widths, so numbers line up. */
export const STYLES = {
  brand: { font: 'Helvetica-Bold', size: 14, lineHeight: 18, color: COLORS.ink },
  contact: { font: 'Helvetica', size: 8, lineHeight: 11, color: COLORS.muted },
  title: { font: 'Helvetica-Bold', size: 18, lineHeight: 22, color: COLORS.ink },
  status: { font: 'Helvetica-Bold', size: 9, lineHeight: 12, color: COLORS.ink },
  label: { font: 'Helvetica', size: 7.5, lineHeight: 10, color: COLORS.muted },
  value: { font: 'Helvetica', size: 9.5, lineHeight: 12.5, color: COLORS.ink },
  heading: { font: 'Helvetica-Bold', size: 10.5, lineHeight: 14, color: COLORS.ink },
  columnHeader: { font: 'Helvetica-Bold', size: 7.5, lineHeight: 10, color: COLORS.muted },
  cell: { font: 'Helvetica', size: 8.5, lineHeight: 11, color: COLORS.ink },
  cellTotal: { font: 'Helvetica-Bold', size: 8.5, lineHeight: 11, color: COLORS.ink },
  amount: { font: 'Helvetica', size: 9.5, lineHeight: 13, color: COLORS.ink },
  sum: { font: 'Helvetica-Bold', size: 9.5, lineHeight: 13, color: COLORS.ink },
  body: { font: 'Helvetica', size: 9, lineHeight: 12.5, color: COLORS.ink },
  margin: { font: 'Helvetica', size: 7.5, lineHeight: 10, color: COLORS.muted },
} as const satisfies Record<string, TextStyle>;
