import type { ChatSession } from '@yardage/contract/chat';
import { describe, expect, it } from 'vitest';
import { chatSubject, rowsOf, statusFilter, withChange } from './use-chat-list.ts';

const row = (sessionId: string, status: number, modifiedDate = '2026-11-15T10:00:00.000Z') =>
  ({ sessionId, status, modifiedDate }) as ChatSession;
const page = (...items: ChatSession[]) => ({ items, hasMore: false, nextCursor: null });
const change = (status: number, modifiedDate = '2026-11-15T11:00:00.000Z') => ({ sessionId: 'a', status, modifiedDate });

describe('a list of chats', () => {
  it('CHT-06 sends the tab lowercased, and nothing for All', () => {
    expect((['All', 'Pending', 'Active', 'Ended'] as const).map(statusFilter)).toEqual(['', 'pending', 'active', 'ended']);
  });

  it("CHT-29 a live change updates the row's status, and removes it from another status' tab", () => {
    const pages = [page(row('a', 1), row('b', 1))];
    expect(withChange(pages, change(2), '')[0]?.items).toMatchObject([
      { sessionId: 'a', status: 2 },
      { sessionId: 'b', status: 1 },
    ]);
    expect(withChange(pages, change(2), 'pending')[0]?.items).toMatchObject([{ sessionId: 'b' }]);
    expect(withChange(pages, change(2), 'active')[0]?.items).toMatchObject([{ sessionId: 'a', status: 2 }, { sessionId: 'b' }]);
  });

  it('CHT-09 any status beyond pending and active counts as ended; late events change nothing', () => {
    expect(withChange([page(row('a', 2))], change(9), 'ended')[0]?.items).toMatchObject([{ status: 9 }]);
    expect(withChange([page(row('a', 2))], change(9), 'active')[0]?.items).toEqual([]);
    const late = change(1, '2026-11-15T09:00:00.000Z');
    expect(withChange([page(row('a', 2))], late, '')[0]?.items).toMatchObject([{ status: 2 }]);
  });

  it('shows a chat once if it moved up while the next page was read', () => {
    expect(rowsOf([page(row('a', 1), row('b', 1)), page(row('b', 1), row('c', 3))]).map(({ sessionId }) => sessionId)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('says what a chat is about: the record, the place, or that it is new', () => {
    const place = { street: '12 Bonny Oaks Dr', city: 'Chattanooga', state: 'TN', zip: '37402', latitude: null, longitude: null };
    const context = { category: 1, entityId: null, entityNumber: null, jobAddress: null, jobRequirement: null };
    expect(chatSubject({ ...context, category: 3, entityNumber: '101471' })).toBe('Order 101471');
    expect(chatSubject({ ...context, category: 4, entityNumber: '88' })).toBe('Ticket 88');
    expect(chatSubject({ ...context, jobAddress: place })).toBe('12 Bonny Oaks Dr, Chattanooga, TN 37402');
    expect(chatSubject({ ...context, jobAddress: { ...place, street: '', city: '', state: '', zip: '' } })).toBe('New order');
  });
});
