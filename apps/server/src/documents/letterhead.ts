import type { Branding } from '@yardage/contract/public-config';

/** Whose paper it is. */
export interface Letterhead extends Branding {
  /** The brand's logo, PNG or JPEG; without it the platform's name stands there. */
  paperLogo?: Buffer | undefined;
}
