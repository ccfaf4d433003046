import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChatSession } from '@yardage/contract/chat';
import { PENDING_CHAT, SENDERS } from '@yardage/domain/chat';
import { useRef } from 'react';
import { type CustomerKey, useCustomer } from '#web/lib/customer/customer-store.ts';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { CHAT_KEYS } from '#web/lib/hub/unsent-chat-messages.ts';
import { logFailure } from '#web/lib/log.ts';
import { perTab, readStored, removeStored, writeStored } from '#web/lib/store.ts';
import { type ChatStart, chatQuery, chatsKey, endChat, startChat } from './chat.api.ts';
import { CHAT_MESSAGES as MESSAGES } from './chat.messages.ts';

/** A start request with its place. The response is handled for that place, even if the screen has changed since. */
interface StartCall {
  customer: CustomerKey;
  place: string;
  start: ChatStart;
}

/**
 * Starts chats from one place: a customer's new-chat form or one record. `onStarted` receives the place of the start that succeeded.
 * It is not called if another start followed or the component was unmounted. Errors use the text of CHT-31.
 */
export function useStartChat(placeName: string, onStarted: (session: ChatSession, place: string) => void) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const own = `${customer.datasourceId}.${customer.globalCustomerNumber}.${placeName}`;
  const { mutate, isPending, isError, variables } = useMutation({
    mutationFn: (call: StartCall) => sendStart(call),
    onSuccess: (session, { customer: of }) => {
      if (session) queryClient.setQueryData(chatQuery(of, session.sessionId).queryKey, session);
      void queryClient.invalidateQueries({ queryKey: chatsKey(of) });
    },
    onError: (error, { place }) => failStart(place, error instanceof HttpProblem),
    meta: { failureTitle: MESSAGES.startFailedTitle, failureText: MESSAGES.startFailed, noResponseText: MESSAGES.startFailed },
  });
  const isOwn = variables?.place === own;
  /** The place whose start this component is sending. A second click comes before React has disabled the button. */
  const sending = useRef<string>(undefined);
  const send = (start: ChatStart): void => {
    // A user who left and is back waits for the same start.
    if (sending.current === own && resumeStart(own)) return;
    sending.current = own;
    const onSettled = (): void => {
      sending.current = undefined;
    };
    mutate({ customer, place: own, start }, { onSuccess: (session) => session && onStarted(session, own), onSettled });
  };
  return {
    place: own,
    start: send,
    isStarting: isOwn && isPending,
    isFailed: isOwn && isError,
  };
}

interface StartCalls {
  startChat(customer: CustomerKey, start: ChatStart, clientSessionId: string): Promise<ChatSession>;
  endChat(customer: CustomerKey, sessionId: string): Promise<unknown>;
}

/** A start that is being sent. */
interface SentStart {
  start: string;
  /** Whether the user waits for it. False once they left before the answer came. */
  isWanted: boolean;
  answer: Promise<ChatSession | undefined>;
}

/** The starts that are being sent, by place. */
const sent = new Map<string, SentStart>();

/**
 * Sends a start. The same start that is already being sent at its place is joined instead. Returns undefined if the user left before the
 * answer came; the chat is ended then.
 */
export function sendStart(call: StartCall, calls: StartCalls = { startChat, endChat }): Promise<ChatSession | undefined> {
  const { place } = call;
  const start = JSON.stringify(call.start);
  const before = sent.get(place);
  if (before) before.isWanted = true;
  if (before?.start === start) return before.answer;
  const answer = startWanted(call, calls, () => own.isWanted).finally(() => {
    if (sent.get(place) === own) sent.delete(place);
  });
  const own: SentStart = { start, isWanted: true, answer };
  sent.set(place, own);
  return answer;
}

async function startWanted({ customer, place, start }: StartCall, calls: StartCalls, isWanted: () => boolean) {
  do {
    const session = await calls.startChat(customer, start, openStart(place, start).clientSessionId);
    closeStart(place);
    if (isWanted() || !isUntouched(session)) return session;
    // The user left before seeing this chat, so end it before a dispatcher joins.
    await calls.endChat(customer, session.sessionId).catch((cause) => logFailure('An abandoned chat was not ended.', cause));
    // Somebody who came back while it was being ended gets another one.
  } while (isWanted());
  return undefined;
}

/** Marks that the user left before the answer came. Starting again at the same place undoes it. */
export function abandonStart(place: string): void {
  const own = sent.get(place);
  if (own) own.isWanted = false;
}

/** Undoes that the user left. Returns false if no start is being sent at this place. */
function resumeStart(place: string): boolean {
  const own = sent.get(place);
  if (own) own.isWanted = true;
  return own !== undefined;
}

/** Whether the chat is waiting and the customer has written nothing. The server may return an older chat about the same record. */
function isUntouched({ status, messages }: ChatSession): boolean {
  return status === PENDING_CHAT && messages.every(({ senderType }) => senderType !== SENDERS.customer);
}

/** A start request without a response yet. Its `clientSessionId` makes retries return the same chat. */
export interface OpenStart {
  clientSessionId: string;
  start: ChatStart;
  openedAtMs: number;
}

/** Older starts are not resumed automatically, because the user may want something else by then. */
const RESUMED_FOR_MS = 60_000;

/** Unanswered starts since page load, including failed ones. A lost response looks like a failure, so a retry must reuse the key. */
const tried = new Map<string, OpenStart>();

/** Places whose start has neither succeeded nor failed yet. */
const running = new Set<string>();

/** A page that is being left is gone by then. */
const LEFT_MS = 500;

/** The storage key of a place: a customer's new-chat form, or one record. */
const keyOf = (place: string): string => `${CHAT_KEYS}start.${place}`;

function isOpenStart(value: unknown): value is OpenStart {
  const { clientSessionId, start, openedAtMs } = (value ?? {}) as Partial<OpenStart>;
  return typeof clientSessionId === 'string' && typeof start === 'object' && start !== null && typeof openedAtMs === 'number';
}

function readStart(place: string): OpenStart | undefined {
  const stored = readStored(perTab, keyOf(place));
  return isOpenStart(stored) ? stored : undefined;
}

/** Returns the start that was running before a reload of this tab, if it is recent enough to resume. */
export function readOpenStart(place: string): OpenStart | undefined {
  const stored = readStart(place);
  return stored && Date.now() - stored.openedAtMs < RESUMED_FOR_MS ? stored : undefined;
}

/** Opens a start. Reuses the key of an unanswered identical start, so that a retry or reload creates no second chat. */
export function openStart(place: string, start: ChatStart): OpenStart {
  const before = readStart(place) ?? tried.get(place);
  const isSame = before && JSON.stringify(before.start) === JSON.stringify(start);
  const opened = isSame ? before : { clientSessionId: crypto.randomUUID(), start, openedAtMs: Date.now() };
  tried.set(place, opened);
  running.add(place);
  writeStored(perTab, keyOf(place), opened);
  return opened;
}

/** Forgets a start after its response came. */
export function closeStart(place: string): void {
  tried.delete(place);
  running.delete(place);
  removeStored(perTab, keyOf(place));
}

/**
 * Marks a start as failed, so that opening the form again or a reload does not repeat it: the user has seen the error. A retry still uses
 * the same key. A start without an answer may have failed because the page is left; then it is resumed after the reload.
 */
export function failStart(place: string, isAnswered: boolean): void {
  running.delete(place);
  const forget = (): void => {
    if (!running.has(place)) removeStored(perTab, keyOf(place));
  };
  if (isAnswered) forget();
  else setTimeout(forget, LEFT_MS);
}
