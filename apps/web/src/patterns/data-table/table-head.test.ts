import { describe, expect, it } from 'vitest';
import { isSortedBy, sortChange } from './table-head.tsx';

const state = { page: 4, size: 100, sort: 'job', desc: false };

describe('sorting', () => {
  it('TBL-15 turns the direction of the column it is sorted by, and TBL-07 comes back to the first page', () => {
    expect(sortChange({ sortKey: 'job' }, state)).toEqual({ sort: 'job', desc: true, page: 1 });
    expect(sortChange({ sortKey: 'job' }, { ...state, desc: true })).toEqual({ sort: 'job', desc: false, page: 1 });
  });

  it("begins with a column's own direction", () => {
    expect(sortChange({ sortKey: 'date', isDescFirst: true }, state)).toEqual({ sort: 'date', desc: true, page: 1 });
    expect(sortChange({ sortKey: 'mix' }, state)).toEqual({ sort: 'mix', desc: false, page: 1 });
  });

  it('leaves a column without a key alone', () => {
    expect(sortChange({}, state)).toEqual({});
    expect(isSortedBy({}, { ...state, sort: '' })).toBe(false);
  });
});
