import { useSyncExternalStore } from 'react';
import { type CustomerKey, isSameCustomer } from '#web/lib/customer/customer-store.ts';
import { CHAT_KEYS } from '#web/lib/hub/unsent.ts';
import { perTab, readStored, writeStored } from '#web/lib/storage.ts';

const KEY = `${CHAT_KEYS}dock`;
const MAX_DOCKED = 4;

/** A chat that continues while its drawer is minimised. */
export interface DockedChat {
  sessionId: string;
  subject: string;
  customer: CustomerKey;
}

let docked: readonly DockedChat[] | undefined;
const listeners = new Set<() => void>();

function read(): readonly DockedChat[] {
  if (!docked) {
    const stored = readStored(perTab, KEY);
    docked = Array.isArray(stored) ? (stored as DockedChat[]).filter((each) => typeof each?.sessionId === 'string') : [];
  }
  return docked;
}

function write(next: readonly DockedChat[]): void {
  docked = next;
  writeStored(perTab, KEY, next);
  for (const listener of listeners) listener();
}

/** Adds a chat to the dock. The dock survives a reload. */
export function dockChat({ sessionId, subject, customer }: DockedChat): void {
  const { customerNumber, datasourceId, globalCustomerNumber } = customer;
  const own = { sessionId, subject, customer: { customerNumber, datasourceId, globalCustomerNumber } };
  write([...read().filter((each) => each.sessionId !== sessionId), own].slice(-MAX_DOCKED));
}

/** Removes a chat from the dock: it is open again, or the user has removed it after its end. */
export function undockChat(sessionId: string): void {
  if (read().some((each) => each.sessionId === sessionId)) write(read().filter((each) => each.sessionId !== sessionId));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The docked chats of the given customer. Those of other customers stay stored until that customer is selected. */
export function useDockedChats(customer: CustomerKey | null): DockedChat[] {
  const all = useSyncExternalStore(subscribe, read);
  return customer ? all.filter((each) => isSameCustomer(each.customer, customer)) : [];
}
