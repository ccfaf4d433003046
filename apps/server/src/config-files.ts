import { readFileSync } from 'node:fs';
import { type Branding, brandingSchema } from '@yardage/contract/public-config';
import { isEmailAddress } from '@yardage/domain/mail-rules';
import { z } from 'zod';
import { inspectTilesFile, type MapTilesFile } from './http/map-tiles.ts';

// Readers of the files that the configuration names. If a file has a fault, they add it to `faults` and return the default.

type Mode = 'demo' | 'production';

/** An absolute address, or a path from the root, so that it means the same on every page. Empty text means no address (null). */
const addressLike = (pattern: RegExp) =>
  z
    .string()
    .trim()
    .regex(pattern, 'is neither an address as https://example.com/file nor a path that begins with /')
    .transform((address) => address || null)
    .nullable();
const pageAddress = addressLike(/^(https?:\/\/[^/]|\/(?!\/)|$)/i);
/** A picture may also be in the branding file itself, as a data address. */
const pictureAddress = addressLike(/^(https?:\/\/[^/]|\/(?!\/)|data:image\/|$)/i);

/** The fields of a branding file. The desk's form is stricter, but pages and PDFs can show everything that is valid here. */
const brandingFile = brandingSchema.partial().extend({
  logoUrl: pictureAddress.optional(),
  privacyPolicyUrl: pageAddress.optional(),
  entryVideoUrl: pageAddress.optional(),
  bannerUrl: pictureAddress.optional(),
  supportEmail: z
    .string()
    .trim()
    .refine((text) => text === '' || isEmailAddress(text), 'is not an email address')
    .optional(),
});

/** The branding of the demo's supplier. In production, nothing of it that identifies a supplier is a default. */
const DEMO_BRANDING: Branding = {
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
const DEFAULTS: Readonly<Record<Mode, Branding>> = {
  demo: DEMO_BRANDING,
  production: { ...DEMO_BRANDING, supportPhone: '', supportEmail: '', addressLines: [] },
};

/** Whether the support address is empty or still that of the demo, which nobody reads. */
export const isSupportUnset = ({ supportEmail }: Pick<Branding, 'supportEmail'>): boolean =>
  supportEmail === '' || supportEmail === DEMO_BRANDING.supportEmail;

/** Returns which of the supplier's own data are missing in the branding of an installation. */
export function missingBranding({ platformName, supportEmail, supportPhone, addressLines }: Branding): string[] {
  const missing = {
    platformName: platformName === DEMO_BRANDING.platformName,
    supportEmail: isSupportUnset({ supportEmail }),
    supportPhone: supportPhone === '',
    addressLines: addressLines.length === 0,
  };
  return Object.entries(missing).flatMap(([name, isMissing]) => (isMissing ? [name] : []));
}

/** Returns the default branding with what the file overrides. If the file has a `platformName` and no `documentTitle`, the name is the title. */
export function readBranding(file: string | undefined, mode: Mode, faults: string[]): Branding {
  const defaults = DEFAULTS[mode];
  if (!file) return defaults;
  try {
    const given = brandingFile.parse(JSON.parse(readFileSync(file, 'utf8')));
    return brandingSchema.parse({ ...defaults, ...(given.platformName ? { documentTitle: given.platformName } : {}), ...given });
  } catch (error) {
    const reason =
      error instanceof z.ZodError ? error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ') : String(error);
    faults.push(`BRANDING_FILE: ${reason}`);
    return defaults;
  }
}

/** Returns path, size and version of the file with map tiles. */
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

/** Returns the bytes of the logo for PDFs, a PNG or a JPEG. */
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
