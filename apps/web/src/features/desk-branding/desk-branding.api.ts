import {
  type DeskBranding,
  type DeskBrandingSettings,
  getDeskBranding,
  removeDeskLogo,
  resetDeskBranding,
  updateDeskBranding,
  uploadDeskLogo,
} from '@yardage/contract/desk-branding';
import { api } from '#web/lib/api.ts';
import type { Attempt } from '#web/lib/http/request-parts.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { DESK_BRANDING_MESSAGES as MESSAGES } from './desk-branding.messages.ts';

/** The branding in use. */
export const brandingQuery = () => ({ ...endpointQuery(getDeskBranding, {}, { failureText: MESSAGES.loadFailed }), staleTime: 0 });

/** Saves the settings in the place of those that were seen. */
export function saveBranding(settings: DeskBrandingSettings, { updated }: DeskBranding, attempt: Attempt) {
  return api.call(updateDeskBranding, { body: { ...settings, replaces: updated?.at ?? null } }, { attempt });
}

/** Replaces the logo; null removes it. */
export function saveLogo(file: File | null, attempt: Attempt) {
  if (!file) return api.call(removeDeskLogo, {}, { attempt });
  const form = new FormData();
  form.append('logo', file, file.name);
  return api.upload(uploadDeskLogo, { body: form }, () => undefined, { attempt });
}

export function resetBranding(attempt: Attempt) {
  return api.call(resetDeskBranding, {}, { attempt });
}
