import type { ClientMessage } from '@yardage/domain/chat-messages';
import { describe, expect, it } from 'vitest';
import { groupMessages } from './message-groups.ts';

const message = (id: string, senderType: number, at: string, changes: Partial<ClientMessage> = {}): ClientMessage => ({
  id,
  sessionId: 's',
  sequence: 1,
  message: id,
  line: null,
  timestamp: `2026-11-${at}:00.000Z`,
  type: 4,
  messageType: 4,
  senderType,
  senderName: senderType === 3 ? 'Renee' : senderType === 4 ? 'Luis' : 'Dispatch',
  isOwn: false,
  clientMessageId: null,
  isPending: false,
  isFailed: false,
  ...changes,
});
const dayOf = (moment: string) => moment.slice(0, 10);

describe('the layout of messages', () => {
  it('groups by day, and by consecutive messages of one sender', () => {
    const days = groupMessages(
      [
        message('started', 1, '14T23:50'),
        message('hello', 4, '14T23:51', { isOwn: true }),
        message('there', 4, '14T23:53', { isOwn: true }),
        message('hi', 3, '15T08:00'),
        message('later', 3, '15T09:00'),
      ],
      'customer',
      dayOf,
    );
    expect(days.map(({ day, groups }) => [day, groups.map(({ messages }) => messages.map(({ id }) => id))])).toEqual([
      ['2026-11-14', [['started'], ['hello', 'there']]],
      ['2026-11-15', [['hi'], ['later']]],
    ]);
  });

  it('CHT-11 places own messages right, others left, system messages between them', () => {
    const placings = (side: 'customer' | 'desk') =>
      groupMessages(
        [1, 2, 3, 4].map((type) => message(`m${type}`, type, '15T08:00')),
        side,
        dayOf,
      ).flatMap(({ groups }) => groups.map(({ placing }) => placing));
    expect(placings('customer')).toEqual(['system', 'other', 'other', 'own']);
    expect(placings('desk')).toEqual(['system', 'own', 'own', 'other']);
  });

  it('CHT-24 keeps a pending message beside the previous one, and in its place when it is confirmed', () => {
    const first = message('m1', 4, '15T08:00', { isOwn: true, clientMessageId: 'k1' });
    const pending = message('k2', 4, '15T08:01', { isOwn: true, clientMessageId: 'k2', senderName: '', isPending: true, sequence: null });
    const groupsOf = (...messages: ClientMessage[]) => groupMessages(messages, 'customer', dayOf)[0]?.groups ?? [];
    expect(groupsOf(first, pending)).toHaveLength(1);
    expect(groupsOf(pending)[0]?.key).toBe(groupsOf({ ...pending, id: 'm2', isPending: false, sequence: 2 })[0]?.key);
  });
});
