import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backUpForms, takeFormBackup } from '#web/lib/overlays/unsaved-input.ts';
import { clearSessionEnd, hasSessionEnded, noteSessionEnd, reactTo } from './ended-session.ts';

function memory(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as Storage;
}

beforeEach(() => vi.stubGlobal('window', { sessionStorage: memory(), localStorage: memory() }));
afterEach(() => vi.unstubAllGlobals());

describe('a change of the session that all tabs share', () => {
  const quiet = { waitsFor: null, hasEndedByItself: false, hasPendingInput: false };

  it('does not affect a tab when a token is renewed or a first user signs in', () => {
    expect(reactTo({ ...quiet, before: 'one', after: 'one' })).toBe('nothing');
    expect(reactTo({ ...quiet, before: undefined, after: 'one' })).toBe('nothing');
  });

  it('SHL-20 ends a tab and forgets everything at logout and when another user signs in, whatever is typed there', () => {
    expect(reactTo({ ...quiet, before: 'one', after: undefined, hasPendingInput: true })).toBe('forget');
    expect(reactTo({ ...quiet, before: 'one', after: 'two', hasPendingInput: true, hasEndedByItself: true })).toBe('forget');
  });

  it('SHL-21 OFF-03 keeps what is not sent if the session ended by itself, and lets a tab with unsaved input wait', () => {
    expect(reactTo({ ...quiet, before: 'one', after: undefined, hasEndedByItself: true })).toBe('leave');
    expect(reactTo({ ...quiet, before: 'one', after: undefined, hasEndedByItself: true, hasPendingInput: true })).toBe('wait');
  });

  it('SHL-21 continues a waiting tab for the same user only', () => {
    const waiting = { ...quiet, waitsFor: { subject: 'one' }, hasPendingInput: true };
    expect(reactTo({ ...waiting, before: undefined, after: 'one' })).toBe('resume');
    expect(reactTo({ ...waiting, before: undefined, after: 'two' })).toBe('forget');
    expect(reactTo({ ...waiting, before: 'one', after: undefined })).toBe('nothing');
  });

  it('is stored as an end by itself until somebody signs in or logs out', () => {
    noteSessionEnd('one');
    expect([hasSessionEnded('one'), hasSessionEnded('two')]).toEqual([true, false]);
    clearSessionEnd();
    expect(hasSessionEnded('one')).toBe(false);
  });
});

describe('input that is kept over a redirect', () => {
  it('is empty without an open form', () => {
    backUpForms('one');
    expect(takeFormBackup('support', 'one')).toBeUndefined();
  });

  it('is returned once, to the user who typed it', () => {
    const keep = () =>
      window.sessionStorage.setItem('yardage.kept-input', JSON.stringify({ user: 'one', forms: { support: { title: 'Pump' }, mail: {} } }));
    keep();
    expect(takeFormBackup('support', 'one')).toEqual({ title: 'Pump' });
    expect(takeFormBackup('support', 'one')).toBeUndefined();
    keep();
    expect(takeFormBackup('support', 'two')).toBeUndefined();
    expect(window.sessionStorage.getItem('yardage.kept-input')).toBeNull();
  });
});
