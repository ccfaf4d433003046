import { createSignOff, getSignature, getSignOffPhoto, getSupplySignature, getSupplySignOffPhoto } from '@yardage/contract/sign-offs';
import type { Area } from '#server/features/area';
import { signOffsService } from './sign-offs.service.ts';

/** Routes of SGN-01 and SGN-02. */
export const signOffsArea: Area = (bind, services) => {
  const signOffs = signOffsService(services);
  bind(createSignOff, ({ scope, params, body, files, requestId }) => signOffs.create(scope, params.ticketId, body, files, requestId));
  bind(getSignature, ({ scope, params }) => signOffs.signature(scope, params.ticketId, params.signOffId));
  bind(getSignOffPhoto, ({ scope, params }) => signOffs.photo(scope, params));
  bind(getSupplySignature, ({ caller, params }) => signOffs.signatureForSupply(caller, params.signOffId));
  bind(getSupplySignOffPhoto, ({ caller, params }) => signOffs.photoForSupply(caller, params));
};
