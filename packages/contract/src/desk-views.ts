import { CONTRACT_MESSAGES } from '@yardage/domain/contract.messages';
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { messageAnswer, moment } from './scalars.ts';

/** A view session. Its id is sent as `X-View-As` with the token of the staff member who started it. */
export const viewSession = z.strictObject({
  id: z.uuid(),
  userId: z.int(),
  email: z.string(),
  name: z.string(),
  expiresAt: moment,
});
export type ViewSession = z.infer<typeof viewSession>;

export const startView = defineEndpoint({
  id: 'desk.start-view',
  requirement: 'STF-03',
  summary: 'Starts to see the portal as a user, read only, for 30 minutes',
  method: 'POST',
  path: '/desk/views',
  access: { staff: ['view-as'] },
  scope: 'user',
  body: z.strictObject({ userId: z.int().positive() }),
  answer: viewSession,
});

export const endView = defineEndpoint({
  id: 'desk.end-view',
  requirement: 'STF-03',
  summary: 'Ends a view of the portal. One that has ended already is fine',
  method: 'DELETE',
  path: '/desk/views/:id',
  access: { staff: ['view-as'] },
  scope: 'user',
  params: z.object({ id: z.uuid({ error: () => CONTRACT_MESSAGES.viewId }) }),
  answer: messageAnswer,
});
