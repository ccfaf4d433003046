import { ACTIVE_CHAT, ENDED_CHAT, PENDING_CHAT } from '@yardage/domain/chat';
import { SUPPORT_STATUS } from '@yardage/domain/support-rules';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ChatStatus } from './conversation/chat-list.tsx';
import { PaymentStatus } from './payment-status.tsx';
import { SupportStatus } from './support-request/support-status.tsx';

const WORD_AND_KIND = /data-kind="(\w+)".*>(\w+)</;

function wordAndKind(status: ReactElement): [string, string] {
  const [, kind = '', word = ''] = WORD_AND_KIND.exec(renderToStaticMarkup(status)) ?? [];
  return [word, kind];
}

it('a status has the same shape and colour everywhere', () => {
  const statuses = [
    ...[PENDING_CHAT, ACTIVE_CHAT, ENDED_CHAT].map((status) => <ChatStatus key={status} status={status} />),
    ...Object.values(SUPPORT_STATUS).map((status) => <SupportStatus key={status} status={status} />),
    ...([0, 1, 2] as const).map((result) => <PaymentStatus key={result} result={result} />),
  ].map(wordAndKind);
  const kinds = Object.fromEntries(statuses);
  expect(statuses).toEqual(statuses.map(([word]) => [word, kinds[word]]));
  expect(kinds).toMatchObject({ Active: 'active', Pending: 'pending', Ended: 'closed', Closed: 'closed', Unpaid: 'waiting' });
});
