import { cancelPack, createPack, deletePack, downloadPack, getPackOptions, listPacks, retryPack } from '@yardage/contract/close-out-packs';
import type { Area } from '#server/features/area';
import { closeOutPacksService } from './close-out-packs.service.ts';

/** Close-out packs (APY-10). */
export const closeOutPacksArea: Area = (bind, services) => {
  const packs = closeOutPacksService(services);
  bind(getPackOptions, ({ scope }) => packs.options(scope));
  bind(listPacks, ({ scope }) => packs.list(scope));
  bind(createPack, ({ scope, body, requestId }) => packs.create(scope, body, requestId));
  bind(cancelPack, ({ scope, params, requestId }) => packs.cancel(scope, params.packId, requestId));
  bind(retryPack, ({ scope, params, requestId }) => packs.retry(scope, params.packId, requestId));
  bind(deletePack, ({ scope, params, requestId }) => packs.delete(scope, params.packId, requestId));
  bind(downloadPack, ({ scope, params, signal }) => packs.download(scope, params.packId, signal));
};
