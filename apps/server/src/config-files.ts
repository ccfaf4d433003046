import { readFileSync } from 'node:fs';
import { type Branding, brandingSchema } from '@yardage/contract/public-config';
import { z } from 'zod';
import { inspectTilesFile, type MapTilesFile } from './http/map-tiles.ts';

// The files that the configuration names. A fault is added to the list, and the default is returned.

const DEFAULT_BRANDING: Branding = {
  platformName: 'Yardage',
  documentTitle: 'Yardage customer portal',
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

/** Whether nobody has set the supplier's own support address: the default one belongs to nobody. */
export const isSupportUnset = ({ supportEmail }: Pick<Branding, 'supportEmail'>): boolean => supportEmail === DEFAULT_BRANDING.supportEmail;

/** Returns the branding of a file, over the default. */
export function readBranding(file: string | undefined, faults: string[]): Branding {
  if (!file) return DEFAULT_BRANDING;
  try {
    return brandingSchema.parse({ ...DEFAULT_BRANDING, ...JSON.parse(readFileSync(file, 'utf8')) });
  } catch (error) {
    const reason =
      error instanceof z.ZodError ? error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ') : String(error);
    faults.push(`BRANDING_FILE: ${reason}`);
    return DEFAULT_BRANDING;
  }
}

/** Returns what is known about the file with map tiles. */
export function readTiles(file: string | undefined, faults: string[]): MapTilesFile | undefined {
  if (!file) return undefined;
  try {
    return inspectTilesFile(file);
  } catch (error) {
    faults.push(`MAP_TILES_FILE: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** The first bytes of the image formats that a PDF can contain. */
const PICTURES = [Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.from([0xff, 0xd8, 0xff])];

/** Returns the logo of PDFs. */
export function readLogo(file: string | undefined, faults: string[]): Buffer | undefined {
  if (!file) return undefined;
  try {
    const logo = readFileSync(file);
    if (PICTURES.some((start) => logo.subarray(0, start.length).equals(start))) return logo;
    faults.push('PAPER_LOGO_FILE: is neither a PNG nor a JPEG');
  } catch (error) {
    faults.push(`PAPER_LOGO_FILE: ${String(error)}`);
  }
  return undefined;
}
