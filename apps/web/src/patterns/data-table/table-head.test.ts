import { describe, expect, it } from 'vitest';
import { isSortedBy, sortChange } from './table-head.tsx';

const state = { page: 4, size: 100, sort: 'job', desc: false };

describe('sorting', () => {
  it('TBL-15 reverses the direction of the sorted column, and TBL-07 returns to the first page', () => {
    expect(sortChange({ sortKey: 'job' }, state)).toEqual({ sort: 'job', desc: true, page: 1 });
    expect(sortChange({ sortKey: 'job' }, { ...state, desc: true })).toEqual({ sort: 'job', desc: false, page: 1 });
  });

  it("starts with a column's own direction", () => {
    expect(sortChange({ sortKey: 'date', isDescFirst: true }, state)).toEqual({ sort: 'date', desc: true, page: 1 });
    expect(sortChange({ sortKey: 'mix' }, state)).toEqual({ sort: 'mix', desc: false, page: 1 });
  });

  it('does nothing for a column without a key', () => {
    expect(sortChange({}, state)).toEqual({});
    expect(isSortedBy({}, { ...state, sort: '' })).toBe(false);
  });
});
