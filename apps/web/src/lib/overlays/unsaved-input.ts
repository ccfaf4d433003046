import { useContext, useEffect, useId } from 'react';
import { createStore } from '#web/lib/store.ts';
import { OverlayContext } from './overlay-context.ts';

/** What leaving a form would lose or interrupt. */
export interface UnsavedInput {
  isChanged: boolean;
  isSending: boolean;
}

interface Entry extends UnsavedInput {
  /** The overlays around the form, from the outermost to the innermost. Empty for a form of the page. */
  overlays: readonly string[];
  /** Whether the user has decided to discard it, or it was sent. */
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
export function hasOpenInput(entries: Entries = unsavedInput.get()): boolean {
  return [...entries.values()].some(({ isReleased }) => !isReleased);
}

/** Returns what closing an overlay would do to the forms in it. */
export function closingEffect(entries: Entries, overlay: string): 'none' | 'loses' | 'interrupts' {
  const inside = [...entries.values()].filter(isIn(overlay)).filter(({ isReleased }) => !isReleased);
  if (inside.some(({ isSending }) => isSending)) return 'interrupts';
  return inside.some(isAtRisk) ? 'loses' : 'none';
}

/** A step in the browser's history, or a link. */
export interface Leaving {
  /** Back or Forward. They close what is open over a page; links cannot be reached from there. */
  isTraversal: boolean;
  /** Whether the path and the customer stay the same. */
  isSamePage: boolean;
}

/** Returns what a navigation would do to the forms that are open. */
export function leavingEffect(entries: Entries, { isTraversal, isSamePage }: Leaving): 'none' | 'loses' | 'interrupts' {
  const affected = [...entries.values()].filter(({ overlays }) => !isSamePage || (isTraversal && overlays.length > 0));
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

/** Guards an overlay again that opens anew, or ends with a form. */
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
export function useUnsavedInput({ isChanged, isSending }: UnsavedInput): void {
  const id = useId();
  const overlays = useContext(OverlayContext).path;
  useEffect(() => {
    if (!isChanged && !isSending) return;
    noteInput(id, { isChanged, isSending, overlays });
    return () => noteInput(id, null);
  }, [id, isChanged, isSending, overlays]);
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
