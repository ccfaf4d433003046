import { getDeskBranding, removeDeskLogo, resetDeskBranding, updateDeskBranding, uploadDeskLogo } from '@yardage/contract/desk-branding';
import type { Area } from '#server/features/area';
import { brandingService } from './branding.service.ts';

/** Branding at the desk. */
export const brandingArea: Area = (bind, services) => {
  const branding = brandingService(services);
  bind(getDeskBranding, () => branding.show());
  bind(updateDeskBranding, ({ caller, body, requestId }) => branding.update(caller, body, requestId));
  bind(uploadDeskLogo, ({ caller, files, requestId }) => branding.uploadLogo(caller, files, requestId));
  bind(removeDeskLogo, ({ caller, requestId }) => branding.removeLogo(caller, requestId));
  bind(resetDeskBranding, ({ caller, requestId }) => branding.reset(caller, requestId));
};
