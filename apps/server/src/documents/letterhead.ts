import type { Branding } from '@yardage/contract/public-config';

/** The branding of a document, with its logo for print. */
export interface Letterhead extends Branding {
  /** The brand's logo, PNG or JPEG. Without it the platform's name is printed. */
  paperLogo?: Buffer | undefined;
}
