import { describe, expect, it } from 'vitest';
import { ApiError } from '#server/http/api-error';
import { cursorAt, goOnAfter, placeOf } from './feed-cursor.ts';

const first = { name: 'first', beginsAfter: 0 };
const second = { name: '5f0c', beginsAfter: 450 };
const third = { name: '77aa', beginsAfter: 430 };

describe('RUN-07 EVT-01 a cursor', () => {
  it('goes on where it was as long as nothing was restored, and is one that earlier versions read', () => {
    const cursor = cursorAt({ history: 'first', position: 500 });
    expect(Buffer.from(cursor, 'base64url').toString()).toBe('feed1:500');
    expect(goOnAfter(placeOf(cursor), [first], 500)).toBe(500);
  });

  it('goes back to the last place that both histories know', () => {
    expect(goOnAfter({ history: 'first', position: 500 }, [first, second], 520)).toBe(450);
    expect(goOnAfter({ history: 'first', position: 440 }, [first, second], 520)).toBe(440);
    expect(goOnAfter({ history: 'first', position: 500 }, [first, second, third], 520)).toBe(430);
    const cursor = cursorAt({ history: '5f0c', position: 500 });
    expect(goOnAfter(placeOf(cursor), [first, second], 520)).toBe(500);
  });

  it('of a history that is lost, or of a place that nobody gave, is refused', () => {
    expect(() => goOnAfter({ history: 'dead', position: 10 }, [first, second], 520)).toThrow(ApiError);
    expect(() => goOnAfter({ history: 'first', position: 501 }, [first], 500)).toThrow(ApiError);
  });
});
