import { accentFault } from '@yardage/domain/colors';
import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { plainTextFault } from '@yardage/domain/faults';
import { MEGABYTE } from '@yardage/domain/file-sizes';
import { isEmailAddress, MAX_EMAIL_LENGTH } from '@yardage/domain/mail-rules';
import { MAX_PHONE_LENGTH } from '@yardage/domain/person-fields';
import { MAIL_MESSAGES, TEXT_MESSAGES } from '@yardage/domain/rules.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { requiredText } from './person-fields.ts';
import { moment } from './scalars.ts';

const MAX_LINES = 5;
/** A path of the portal's own host. Browsers read a second slash or backslash as another host. */
const OWN_PAGE = /^\/(?![/\\])/;

/** What is edited at the desk. Addresses of videos and banners stay in the configuration, because the page's security policy names them. */
export const deskBrandingSettings = z.strictObject({
  platformName: requiredText(() => CONTRACT_MESSAGES.portalName, 60),
  documentTitle: requiredText(() => CONTRACT_MESSAGES.windowTitle, 80),
  accentColor: z
    .string()
    .trim()
    .superRefine((colour, context) => {
      const fault = accentFault(colour);
      if (fault) context.addIssue({ code: 'custom', message: fault });
    })
    .meta({ examples: ['#2f5d7c'] }),
  // Empty for a supplier who has none.
  supportPhone: z
    .string()
    .trim()
    .max(MAX_PHONE_LENGTH, { error: () => TEXT_MESSAGES.tooLong })
    .refine((text) => plainTextFault(text) === null, { error: () => TEXT_MESSAGES.notPlain })
    .meta({ examples: ['(423) 555-0142'] }),
  supportEmail: z
    .string()
    .trim()
    .max(MAX_EMAIL_LENGTH, { error: () => MAIL_MESSAGES.emailInvalid })
    .refine((text) => text === '' || isEmailAddress(text), { error: () => MAIL_MESSAGES.emailInvalid })
    .meta({ examples: ['support@example.com'] }),
  // The configuration may name a page of the portal's own host, too.
  privacyPolicyUrl: z
    .union([z.literal(''), z.url({ protocol: /^https$/ }).max(300), z.string().regex(OWN_PAGE).max(300)], {
      error: () => CONTRACT_MESSAGES.secureAddress,
    })
    .meta({ examples: ['https://example.com/privacy'] }),
  showWelcomeMessage: z.boolean(),
  addressLines: z
    .array(requiredText(() => CONTRACT_MESSAGES.emptyLines, 80))
    .max(MAX_LINES, { error: () => CONTRACT_MESSAGES.lineLimit(MAX_LINES) }),
});
export type DeskBrandingSettings = z.infer<typeof deskBrandingSettings>;

export const deskBranding = z.strictObject({
  settings: deskBrandingSettings,
  /** The logo in use; null where the portal draws its own mark. */
  logoUrl: z.string().nullable(),
  /** Whether the logo was uploaded at the desk, so that it can be removed. */
  hasOwnLogo: z.boolean(),
  /** When and by whom it was changed at the desk; null if the configuration is in use. */
  updated: z.strictObject({ at: moment, by: z.string().nullable() }).nullable(),
});
export type DeskBranding = z.infer<typeof deskBranding>;

const desk = { access: { staff: ['branding'] }, scope: 'user', requirement: 'STF-05' } as const;

export const getDeskBranding = defineEndpoint({
  id: 'desk.branding',
  summary: 'Name, colours, texts and contact data of the portal, its mails and its PDFs',
  method: 'GET',
  path: '/desk/branding',
  ...desk,
  answer: deskBranding,
});

export const updateDeskBranding = defineEndpoint({
  id: 'desk.update-branding',
  summary: 'Changes them. It takes effect within seconds in all processes',
  method: 'PUT',
  path: '/desk/branding',
  ...desk,
  body: deskBrandingSettings.extend({
    replaces: moment
      .nullable()
      .optional()
      .describe('When the settings that are replaced were changed; null for those of the configuration. 409 if there are newer ones.'),
  }),
  answer: deskBranding,
});

const MAX_LOGO_BYTES = 5 * MEGABYTE;

export const uploadDeskLogo = defineEndpoint({
  id: 'desk.upload-logo',
  summary: 'Replaces the logo by a PNG or JPEG',
  method: 'POST',
  path: '/desk/branding/logo',
  ...desk,
  body: z.strictObject({}),
  answer: deskBranding,
  takesFiles: {
    field: 'logo',
    maxCount: 1,
    maxBytes: MAX_LOGO_BYTES,
    messages: { tooMany: () => CONTRACT_MESSAGES.onePicture, tooLarge: () => CONTRACT_MESSAGES.pictureLimit(MAX_LOGO_BYTES / MEGABYTE) },
  },
});

export const removeDeskLogo = defineEndpoint({
  id: 'desk.remove-logo',
  summary: 'Removes the logo that was uploaded at the desk',
  method: 'DELETE',
  path: '/desk/branding/logo',
  ...desk,
  answer: deskBranding,
});

export const resetDeskBranding = defineEndpoint({
  id: 'desk.reset-branding',
  summary: 'Gives up everything that was changed at the desk, so that the configuration is in use again',
  method: 'DELETE',
  path: '/desk/branding',
  ...desk,
  answer: deskBranding,
});
