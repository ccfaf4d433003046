import { describe, expect, it, vi } from 'vitest';
import {
  changedValues,
  closingEffect,
  discardFirst,
  discardQuestion,
  type Entries,
  forgetRelease,
  hasUnsavedInput,
  leavingEffect,
  noteInput,
  releaseInput,
  unsavedInput,
  warnBeforeUnload,
  withChanges,
} from './unsaved-input.ts';

const entry = (overlays: string[], isChanged = true, isSending = false) => ({ isChanged, isSending, overlays, isReleased: false });
const form = (...given: Parameters<typeof entry>): Entries => new Map([['form', entry(...given)]]);
const leaving = (entries: Entries, step: { isTraversal: boolean; isSamePage: boolean }, changed = '') =>
  leavingEffect(entries, { ...step, changesParam: (name) => name === changed });

describe('unsaved input', () => {
  it('USR-13 STF-05 stays when newer data comes, and everything else follows the data', () => {
    const typed = { name: 'Ann B.', phone: '1', roleId: 2 };
    expect(withChanges({ name: 'Anna', phone: '2', roleId: 3 }, typed, (name) => name === 'name')).toEqual({
      name: 'Ann B.',
      phone: '2',
      roleId: 3,
    });
  });

  it('ERR-04 that is kept over a sign-in is what was changed; the rest comes from the data of then', () => {
    const opened = { name: 'Anna', phone: '1', tags: ['a'] };
    const typed = { name: 'Ann B.', phone: '1', tags: ['a'] };
    const form = { getValues: () => typed, isDirty: (name: string) => name === 'name' };
    expect(changedValues(form)).toEqual({ name: 'Ann B.' });
    expect(changedValues({ getValues: () => opened, isDirty: () => false })).toEqual({});
    // A draft that knows no beginning is kept as a whole.
    expect(changedValues({ getValues: () => typed })).toEqual(typed);
  });

  it('SUP-09 USR-11 closing an overlay asks only about its own input, and never interrupts sending', () => {
    expect(closingEffect(form(['viewer']), 'viewer')).toBe('loses');
    expect(closingEffect(form(['drawer', 'dialog']), 'drawer')).toBe('loses');
    expect(closingEffect(form(['drawer']), 'dialog')).toBe('none');
    expect(closingEffect(form([]), 'dialog')).toBe('none');
    expect(closingEffect(form(['dialog'], false), 'dialog')).toBe('none');
    expect(closingEffect(form(['dialog'], true, true), 'dialog')).toBe('interrupts');
  });

  it('PAY-12 CHT-13 leaving a page asks about its form, by link and by Back; another list page or filter does not', () => {
    const page = form([]);
    for (const isTraversal of [true, false]) {
      expect(leaving(page, { isTraversal, isSamePage: false })).toBe('loses');
      expect(leaving(page, { isTraversal, isSamePage: true })).toBe('none');
    }
  });

  it('SGN-01 FED-10 another record at the same path asks about the form of the one before; another filter does not', () => {
    const ofTicket: Entries = new Map([['form', { ...entry([]), recordParam: 'ticket' }]]);
    expect(leaving(ofTicket, { isTraversal: false, isSamePage: true }, 'ticket')).toBe('loses');
    expect(leaving(ofTicket, { isTraversal: false, isSamePage: true }, 'view')).toBe('none');
  });

  it('Back asks about a form over the page, which it would close; the page below may change its address', () => {
    expect(leaving(form(['dialog']), { isTraversal: true, isSamePage: true })).toBe('loses');
    expect(leaving(form(['dialog']), { isTraversal: false, isSamePage: true })).toBe('none');
    expect(leaving(form(['dialog'], true, true), { isTraversal: true, isSamePage: true })).toBe('interrupts');
    // The app itself leaves, for example when the session has ended.
    expect(leaving(form(['dialog'], false, true), { isTraversal: false, isSamePage: false })).toBe('none');
  });

  it('asks before a change inside an overlay discards its form, and waits while the form is sent', () => {
    const go = vi.fn();
    noteInput('inside', entry(['dialog'], true, true));
    discardFirst('dialog', go);
    expect([discardQuestion.get(), go.mock.calls.length]).toEqual([null, 0]);
    noteInput('inside', entry(['dialog']));
    discardFirst('dialog', go);
    expect(go).not.toHaveBeenCalled();
    discardQuestion.get()?.onDiscard();
    expect(go).toHaveBeenCalledOnce();
    discardQuestion.set(null);
    discardFirst('another', go);
    noteInput('inside', null);
    discardFirst('dialog', go);
    expect([discardQuestion.get(), go.mock.calls.length]).toEqual([null, 3]);
  });

  it('does not ask about discarded or sent input', () => {
    noteInput('inside', entry(['dialog']));
    noteInput('outside', entry([]));
    releaseInput('dialog');
    // The form changes its state while the dialog closes.
    noteInput('inside', entry(['dialog'], true, true));
    expect(closingEffect(unsavedInput.get(), 'dialog')).toBe('none');
    expect(hasUnsavedInput()).toBe(true);
    releaseInput();
    expect(hasUnsavedInput()).toBe(false);
    // Opened again, it is protected again.
    forgetRelease('dialog');
    forgetRelease('inside');
    noteInput('inside', entry(['dialog']));
    expect(closingEffect(unsavedInput.get(), 'dialog')).toBe('loses');
    noteInput('inside', null);
    noteInput('outside', null);
  });
});

describe('the warning before the tab is closed', () => {
  it('PAY-41 stays while there is any reason for it', () => {
    const listeners = new Set<unknown>();
    vi.stubGlobal('window', {
      addEventListener: (_type: string, listener: unknown) => listeners.add(listener),
      removeEventListener: (_type: string, listener: unknown) => listeners.delete(listener),
    });
    warnBeforeUnload('payment', true);
    warnBeforeUnload('form', true);
    warnBeforeUnload('payment', false);
    expect(listeners.size).toBe(1);
    warnBeforeUnload('form', false);
    expect(listeners.size).toBe(0);
    vi.unstubAllGlobals();
  });
});
