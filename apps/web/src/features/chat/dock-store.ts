import { type CustomerKey, isSameCustomer } from '#web/lib/customer/customer-store.ts';
import { CHAT_KEYS } from '#web/lib/hub/unsent-chat-messages.ts';
import { createStore, perTab, useStore } from '#web/lib/store.ts';

const MAX_DOCKED = 4;

/** A chat that continues while its drawer is minimised. */
export interface DockedChat {
  sessionId: string;
  subject: string;
  customer: CustomerKey;
}

const docked = createStore<readonly DockedChat[]>({
  storage: perTab,
  key: `${CHAT_KEYS}dock`,
  read: (stored) => (Array.isArray(stored) ? (stored as DockedChat[]).filter((each) => typeof each?.sessionId === 'string') : []),
});

/** Adds a chat to the dock. The dock survives a reload. */
export function dockChat({ sessionId, subject, customer }: DockedChat): void {
  const { customerNumber, datasourceId, globalCustomerNumber } = customer;
  const own = { sessionId, subject, customer: { customerNumber, datasourceId, globalCustomerNumber } };
  docked.set((before) => [...before.filter((each) => each.sessionId !== sessionId), own].slice(-MAX_DOCKED));
}

/** Removes a chat from the dock: it is open again, or the user has removed it after its end. */
export function undockChat(sessionId: string): void {
  docked.set((before) =>
    before.some((each) => each.sessionId === sessionId) ? before.filter((each) => each.sessionId !== sessionId) : before,
  );
}

/** The docked chats of the given customer. Those of other customers stay stored until that customer is selected. */
export function useDockedChats(customer: CustomerKey | null): DockedChat[] {
  const all = useStore(docked);
  return customer ? all.filter((each) => isSameCustomer(each.customer, customer)) : [];
}
