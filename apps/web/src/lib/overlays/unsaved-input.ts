import { createContext, useContext, useEffect, useEffectEvent, useId, useRef } from 'react';
import { accountSubject } from '#web/lib/session/stored-user.ts';
import { createStore, perTab, readStored, removeStored, writeStored } from '#web/lib/store.ts';

/** What leaving a form would lose or interrupt. */
export interface UnsavedInput {
  isChanged: boolean;
  isSending: boolean;
  /** The address parameter that names the record of a form of the page, if the page shows one record at a time. */
  recordParam?: string | undefined;
}

interface Entry extends UnsavedInput {
  /** The overlays around the form, from the outermost to the innermost. Empty for a form of the page. */
  overlays: readonly string[];
  /** Whether it needs no protection any more: the user has decided to discard it, or it was sent. */
  isReleased: boolean;
}

export type Entries = ReadonlyMap<string, Entry>;

/** All forms with unsaved input. */
export const unsavedInput = createStore<Entries>({ initial: new Map() });

const isAtRisk = ({ isChanged, isReleased }: Entry): boolean => isChanged && !isReleased;
const isIn = (overlay: string) => (entry: Entry) => entry.overlays.includes(overlay);

/** Returns whether anything typed would be lost if the page were left now. */
export function hasUnsavedInput(entries: Entries = unsavedInput.get()): boolean {
  return [...entries.values()].some(isAtRisk);
}

/** Returns whether a form has input that is not saved yet, including one that is being sent. */
export function hasPendingInput(entries: Entries = unsavedInput.get()): boolean {
  return [...entries.values()].some(({ isReleased }) => !isReleased);
}

/** Returns what closing an overlay would do to the forms in it. Without an overlay, all forms count. */
export function closingEffect(entries: Entries, overlay: string | undefined): 'none' | 'loses' | 'interrupts' {
  const concerned = [...entries.values()].filter(overlay === undefined ? () => true : isIn(overlay));
  const inside = concerned.filter(({ isReleased }) => !isReleased);
  if (inside.some(({ isSending }) => isSending)) return 'interrupts';
  return inside.some(isAtRisk) ? 'loses' : 'none';
}

/** A step in the browser's history, or a link. */
export interface Leaving {
  /** Back or Forward. On the same page they may close an overlay. Links cannot, because an overlay covers them. */
  isTraversal: boolean;
  /** Whether the path and the customer stay the same. */
  isSamePage: boolean;
  /** Whether a parameter of the address changes. */
  changesParam: (name: string) => boolean;
}

/** Returns what a navigation would do to the forms that are open. */
export function leavingEffect(entries: Entries, { isTraversal, isSamePage, changesParam }: Leaving): 'none' | 'loses' | 'interrupts' {
  const affected = [...entries.values()].filter(
    ({ overlays, recordParam }) =>
      !isSamePage || (isTraversal && overlays.length > 0) || (recordParam !== undefined && changesParam(recordParam)),
  );
  const open = affected.filter(({ isReleased }) => !isReleased);
  if (isTraversal && open.some(({ isSending, overlays }) => isSending && overlays.length > 0)) return 'interrupts';
  return open.some(isAtRisk) ? 'loses' : 'none';
}

/** Forms and overlays whose input was sent or discarded. They stay released while they close, although the form may still change. */
const released = new Set<string>();

/** Stops guarding what is in an overlay, or everything: it was sent, or the user discards it. */
export function releaseInput(overlay?: string): void {
  for (const id of overlay === undefined ? unsavedInput.get().keys() : [overlay]) released.add(id);
  unsavedInput.set((before) => {
    const concerns = overlay === undefined ? () => true : isIn(overlay);
    return new Map([...before].map(([id, entry]) => [id, concerns(entry) ? { ...entry, isReleased: true } : entry]));
  });
}

/** Guards an overlay again when it is opened again, or when its form closes. */
export function forgetRelease(id: string): void {
  released.delete(id);
}

/** Stores the state of a form, or removes it if the form was closed or has nothing unsaved. */
export function noteInput(id: string, entry: Omit<Entry, 'isReleased'> | null): void {
  unsavedInput.set((before) => {
    const after = new Map([...before].filter(([other]) => other !== id));
    return entry ? after.set(id, { ...entry, isReleased: [id, ...entry.overlays].some((part) => released.has(part)) }) : after;
  });
}

/** Protects what is typed in a form: closing its overlay, leaving the page and closing the tab ask first. */
export function useUnsavedInput({ isChanged, isSending, recordParam }: UnsavedInput): void {
  const id = useId();
  const overlays = useContext(OverlayContext).path;
  useEffect(() => {
    if (!isChanged && !isSending) return;
    noteInput(id, { isChanged, isSending, recordParam, overlays });
    return () => noteInput(id, null);
  }, [id, isChanged, isSending, recordParam, overlays]);
  useEffect(() => () => forgetRelease(id), [id]);
}

/** Reasons to warn before the tab is closed or reloaded. */
const reasons = new Set<string>();

function warn(event: Event): void {
  event.preventDefault();
}

/** Lets the browser ask before the tab is closed or reloaded, while any reason holds. */
export function warnBeforeUnload(reason: string, isNeeded: boolean): void {
  if (isNeeded) reasons.add(reason);
  else reasons.delete(reason);
  window[reasons.size > 0 ? 'addEventListener' : 'removeEventListener']('beforeunload', warn);
}

/** The overlay around a component. */
export interface OverlayScope {
  /** The ids of the overlays around it, from the outermost to the innermost. */
  path: readonly string[];
  /** Closes the innermost one after its form was sent. */
  finish: () => void;
  /** Closes the innermost one without sending; asks first if something typed would be lost. */
  close: () => void;
}

export const OverlayContext = createContext<OverlayScope>({ path: [], finish: () => undefined, close: () => undefined });

/** Returns how to close the overlay around this component. */
export function useOverlayScope(): OverlayScope {
  return useContext(OverlayContext);
}

interface DiscardQuestion {
  onDiscard: () => void;
  /** Whether a logout asks, because it would delete entries that wait to be sent. */
  isLogout: boolean;
}

/** The action that waits for the user's answer, or null. The layout shows the question. */
export const discardQuestion = createStore<DiscardQuestion | null>({ initial: null });

/** Asks whether to discard what was typed, or what waits to be sent. */
export function askToDiscard(onDiscard: () => void, { isLogout = false } = {}): void {
  discardQuestion.set({ onDiscard, isLogout });
}

/** Runs a change that discards the forms of an overlay, or of the page. Asks first if they are changed; does nothing while one is being sent. */
export function discardFirst(overlay: string | undefined, go: () => void): void {
  const effect = closingEffect(unsavedInput.get(), overlay);
  if (effect === 'loses') askToDiscard(go);
  if (effect === 'none') go();
}

const KEY = 'yardage.kept-input';

interface FormBackup {
  /** The provider's id of the user who typed it. Another user does not get it. */
  user: string;
  forms: Readonly<Record<string, unknown>>;
}

/** The open forms whose values may be stored. Forms with card or bank data and passwords are never among them. */
const forms = new Map<string, () => object>();

/** Stores the values of the open forms for this tab, before the page is left to sign in again. */
export function backUpForms(user: string | undefined): void {
  if (user === undefined || forms.size === 0) return;
  const values = [...forms].map(([name, read]) => [name, read()] as const).filter(([, changed]) => Object.keys(changed).length > 0);
  if (values.length > 0) writeStored(perTab, KEY, { user, forms: Object.fromEntries(values) } satisfies FormBackup);
}

/** Returns the stored values of a form, once and only to the user who typed them. */
export function takeFormBackup(name: string, user: string | undefined): unknown {
  const kept = readStored(perTab, KEY) as Partial<FormBackup> | undefined;
  if (!kept) return undefined;
  if (kept.user !== user || typeof kept.forms !== 'object') {
    removeStored(perTab, KEY);
    return undefined;
  }
  const { [name]: values, ...others } = kept.forms;
  if (Object.keys(others).length > 0) writeStored(perTab, KEY, { user, forms: others });
  else removeStored(perTab, KEY);
  return values;
}

/** Removes what is stored of forms. */
export function forgetFormBackup(): void {
  removeStored(perTab, KEY);
}

/** The part of a form's state that is needed to keep its values. */
interface FilledForm<Values> {
  getValues(): Values;
  setValues(values: Values): void;
  /** Whether a field differs from what the form began with. Without it, every value counts as typed. */
  isDirty?(name: string): boolean;
}

/** Returns the fields of a form that the user has changed. The others follow the data that the form opens with the next time. */
export function changedValues<Values extends object>(form: Pick<FilledForm<Values>, 'getValues' | 'isDirty'>): Partial<Values> {
  const typed = Object.entries(form.getValues()).filter(([name]) => form.isDirty?.(name) ?? true);
  return Object.fromEntries(typed) as Partial<Values>;
}

/** Lets what was typed in a form survive a redirect to the sign-in page. Not for card data, bank data or passwords. */
export function useFormBackup<Values extends object>(name: string, form: FilledForm<Values>): void {
  const read = useEffectEvent(() => changedValues(form));
  const fill = useEffectEvent(() => {
    const values = takeFormBackup(name, accountSubject());
    if (typeof values === 'object' && values !== null) form.setValues({ ...form.getValues(), ...values });
  });
  useEffect(() => {
    fill();
    forms.set(name, () => read());
    return () => void forms.delete(name);
  }, [name]);
}

/** Returns newer values of a form, with those that the user has changed. */
export function withChanges<Values extends object>(fresh: Values, typed: Values, isChanged: (name: string) => boolean): Values {
  return { ...fresh, ...Object.fromEntries(Object.entries(typed).filter(([name]) => isChanged(name))) };
}

interface FollowingForm<Values> extends FilledForm<Values> {
  isDirty(name: string): boolean;
  setInitialValues(values: Values): void;
}

/** Lets the fields that are not changed follow their record, so that a form opened with old data does not write it back. */
export function useFreshForm<Source, Values extends object>(
  form: FollowingForm<Values>,
  source: Source,
  valuesOf: (source: Source) => Values,
) {
  const shown = useRef(source);
  const follow = useEffectEvent((newer: Source) => {
    if (shown.current === newer) return;
    shown.current = newer;
    const fresh = valuesOf(newer);
    const values = withChanges(fresh, form.getValues(), (name) => form.isDirty(name));
    form.setInitialValues(fresh);
    form.setValues(values);
  });
  useEffect(() => follow(source), [source]);
}
