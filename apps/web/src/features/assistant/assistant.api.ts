import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type AssistantBlock,
  type AssistantEvent,
  type AssistantMessage,
  askAssistant,
  clearConversation,
  getConversation,
} from '@yardage/contract/assistant';
import { withEvent } from '@yardage/contract/assistant-blocks';
import { useEffect, useRef, useState } from 'react';
import { api } from '#web/lib/api.ts';
import type { CustomerKey } from '#web/lib/customer/customer-store.ts';
import { draftAt, useDraft } from '#web/lib/drafts.ts';
import { Cancelled, HttpProblem, SessionLost } from '#web/lib/http/http-errors.ts';
import { endpointQuery } from '#web/lib/query/endpoint-query.ts';
import { putAnswer } from '#web/lib/query/put-answer.ts';
import { ASSISTANT_MESSAGES as MESSAGES } from './assistant.messages.ts';

/** Sends a question to the assistant (AST-04). The answer is streamed; each part is passed to `onEvent`. */
function ask(customer: CustomerKey, text: string, signal: AbortSignal, onEvent: (event: AssistantEvent) => void): Promise<void> {
  const { customerNumber, datasourceId, globalCustomerNumber } = customer;
  return api.stream(askAssistant, { query: { customerNumber, datasourceId, globalCustomerNumber }, body: { text } }, signal, onEvent);
}

/** Deletes the user's conversation about a customer number. */
function clear({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey) {
  return api.call(clearConversation, { query: { customerNumber, datasourceId, globalCustomerNumber } });
}

/** The user's conversation about a customer number. It is silent because the page shows the error itself. */
function conversationQuery({ customerNumber, datasourceId, globalCustomerNumber }: CustomerKey) {
  return endpointQuery(getConversation, { query: { customerNumber, datasourceId, globalCustomerNumber } }, { isSilent: true });
}

/** A question that is being answered. */
export interface Pending {
  text: string;
  blocks: readonly AssistantBlock[];
  /** What the assistant is doing; shown until the first block of the answer arrives. */
  step: string;
  /** The id of the stored answer, once it is complete. When that message is in the list, the pending one is hidden. */
  answerId?: number;
}

/** Why a question got no answer. */
export interface Failure {
  reason: string;
  isStopped: boolean;
  /** The question, if it could not go back into the message box. */
  question: string | null;
}

/** Returns what stays in the message box when a question is sent. An example question leaves what is typed there (AST-02). */
export function draftAfterSending(typed: string, question: string): string {
  return typed.trim() === question ? '' : typed;
}

/** Puts an unanswered question back into the message box, or keeps it beside what the user has typed there since (AST-04). */
export function returnQuestion(typed: string, question: string): { draft: string; kept: string | null } {
  const isFree = draftAfterSending(typed, question).trim() === '';
  return isFree ? { draft: question, kept: null } : { draft: typed, kept: question };
}

/** The conversation stored on the server, and the question that is being answered. */
export function useAssistant(customer: CustomerKey) {
  const queryClient = useQueryClient();
  const options = conversationQuery(customer);
  const query = useQuery(options);
  const place = `assistant.${customer.globalCustomerNumber}`;
  const [draft, setDraft] = useDraft(place);
  const [pending, setPending] = useState<Pending | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const running = useRef<AbortController | null>(null);
  // Cancel the request when the user leaves the page.
  useEffect(() => () => running.current?.abort(), []);

  const add = (...messages: AssistantMessage[]): void => {
    putAnswer(queryClient, options.queryKey, (known) => ({ messages: [...(known?.messages ?? []), ...messages] }));
  };

  /** Returns a question without an answer to the user. After Stop, nothing needs to be said if it is in the box again. */
  const giveBack = (text: string, reason: string, isStopped = false): void => {
    const { draft: returned, kept } = returnQuestion(draftAt(place), text);
    setDraft(returned);
    if (!isStopped || kept !== null) setFailure({ reason, isStopped, question: kept });
  };

  async function send(text: string): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setDraft((typed) => draftAfterSending(typed, text));
    let said: Pending = { text, blocks: [], step: MESSAGES.thinking };
    setPending(said);
    let isEnded = false;
    const take = (event: AssistantEvent): void => {
      if (event.type === 'end') {
        setPending({ ...said, answerId: event.answer.id });
        add(event.question, event.answer);
      }
      if (event.type === 'failed') giveBack(text, event.message);
      isEnded ||= event.type === 'end' || event.type === 'failed';
      said = { text, blocks: withEvent(said.blocks, event), step: event.type === 'step' ? event.text : said.step };
      if (!isEnded) setPending(said);
    };
    try {
      await ask(customer, text, controller.signal, take);
      // A stream without an end event was cut off: treat it as a failure.
      if (!isEnded) throw new TypeError('The answer has no end.');
    } catch (error) {
      if (error instanceof Cancelled && said.blocks.length > 0) add(...stopped(said));
      else giveBack(text, reasonOf(error), isExplained(error));
    } finally {
      setPending(null);
      running.current = null;
    }
  }

  const clearing = useMutation({
    mutationFn: () => clear(customer),
    meta: { failureText: MESSAGES.anewFailed },
    onSuccess: (empty) => {
      setFailure(null);
      putAnswer(queryClient, options.queryKey, empty);
    },
  });

  const messages = query.data?.messages ?? [];
  return {
    query,
    messages,
    pending: messages.some(({ id }) => id === pending?.answerId) ? null : pending,
    isAnswering: pending !== null,
    failure,
    draft,
    setDraft,
    send,
    stop: () => running.current?.abort(),
    clear: () => clearing.mutate(),
    isClearing: clearing.isPending,
  };
}

/** Whether the user knows why there is no answer: they stopped it, or the app says that the session has ended. */
export function isExplained(error: unknown): boolean {
  return error instanceof Cancelled || error instanceof SessionLost;
}

function reasonOf(error: unknown): string {
  return error instanceof HttpProblem ? (error.problem.title ?? '') : '';
}

/** The question and the partial answer after Stop. The server stores the same. */
function stopped({ text, blocks }: Pending): AssistantMessage[] {
  const createdAt = new Date().toISOString();
  // Negative, so that it cannot clash with the server's ids, which are positive.
  const id = -Date.now();
  return [
    { id, sender: 'user', createdAt, blocks: [{ kind: 'text', text }], records: [] },
    { id: id - 1, sender: 'assistant', createdAt, blocks: [...blocks], records: [] },
  ];
}
