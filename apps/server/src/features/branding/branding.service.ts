import { randomUUID } from 'node:crypto';
import type { DeskBranding, updateDeskBranding } from '@yardage/contract/desk-branding';
import type { Input } from '@yardage/contract/endpoint';
import type { AuditAction } from '@yardage/domain/audit.messages';
import type { AreaServices } from '#server/features/area';
import { type AuditAuthor, recordAudit } from '#server/features/audit/audit.queries';
import { keepPicture, PictureRefusedError } from '#server/features/pictures/pictures';
import { ApiError } from '#server/http/api-error';
import type { UploadedFile } from '#server/http/form';
import type { Caller } from '#server/http/scope';
import { BRANDING_MESSAGES } from './branding.messages.ts';
import * as queries from './branding.queries.ts';

/** Longest side of a logo in pixels; enough for a PDF at 300 dpi. */
const LOGO_SIDE = 900;

/** `replaces` is the last change that the author has seen, if they say so. */
type Change = AuditAuthor & { action: AuditAction; detail: object; replaces?: string | null | undefined };

/** The branding, edited at the desk (STF-05). */
export function brandingService({ database, branding }: AreaServices) {
  const show = async (): Promise<DeskBranding> => {
    const {
      platformName,
      documentTitle,
      accentColor,
      supportPhone,
      supportEmail,
      privacyPolicyUrl,
      showWelcomeMessage,
      addressLines,
      logoUrl,
    } = await branding.current();
    const settings = { platformName, documentTitle, accentColor, supportPhone, supportEmail, showWelcomeMessage, addressLines };
    return {
      settings: { ...settings, privacyPolicyUrl: privacyPolicyUrl ?? '' },
      logoUrl,
      hasOwnLogo: (await branding.logo()) !== undefined,
      updated: (await queries.findBrandingChange(database)) ?? null,
    };
  };
  const change = async (
    part: Parameters<typeof queries.saveBranding>[1] | 'reset',
    { userId, replaces, ...entry }: Change,
  ): Promise<DeskBranding> => {
    await database.transaction('system', async (transaction) => {
      const changedAt = await queries.lockBranding(transaction);
      if (replaces !== undefined && replaces !== changedAt) throw new ApiError('conflict', { detail: BRANDING_MESSAGES.changed });
      if (part === 'reset') await queries.deleteBranding(transaction);
      else await queries.saveBranding(transaction, part, randomUUID(), userId);
      await recordAudit(transaction, { ...entry, userId, customerId: null, subject: 'branding' });
    });
    branding.checkAgain();
    return show();
  };

  return {
    show,

    async update(
      { userId }: Caller,
      { replaces, ...settings }: Input<typeof updateDeskBranding>['body'],
      requestId: string,
    ): Promise<DeskBranding> {
      return change({ settings }, { userId, action: 'branding.update', detail: { ...settings }, requestId, replaces });
    },

    async uploadLogo({ userId }: Caller, files: readonly UploadedFile[], requestId: string): Promise<DeskBranding> {
      const [file] = files;
      if (!file) throw new ApiError('validation-failed', { fieldErrors: { logo: [BRANDING_MESSAGES.noFile] } });
      const picture = await keepPicture(file.fileName, file.bytes, LOGO_SIDE).catch((error: unknown) => {
        if (!(error instanceof PictureRefusedError)) throw error;
        throw new ApiError('validation-failed', { fieldErrors: { logo: [error.message] }, cause: error });
      });
      const detail = { bytes: picture.content.length, contentType: picture.contentType };
      const part = { logo: picture.content, logoType: picture.contentType };
      return change(part, { userId, action: 'branding.upload-logo', detail, requestId });
    },

    async removeLogo({ userId }: Caller, requestId: string): Promise<DeskBranding> {
      if (!(await branding.logo())) throw new ApiError('conflict', { detail: BRANDING_MESSAGES.noLogo });
      return change({ logo: null, logoType: null }, { userId, action: 'branding.remove-logo', detail: {}, requestId });
    },

    async reset({ userId }: Caller, requestId: string): Promise<DeskBranding> {
      return change('reset', { userId, action: 'branding.reset', detail: {}, requestId });
    },
  };
}
