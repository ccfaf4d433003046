import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { HUB } from '@yardage/contract/hub';
import { CHAT_TEXT } from '@yardage/domain/chat';
import { type ChatClientEvent, type ChatClientState, chatReducer, newChatClient, nextSteps } from '@yardage/domain/chat-client';
import { type ClientMessage, contiguousSequence, type StoredMessage } from '@yardage/domain/chat-messages';
import { io, type Socket } from 'socket.io-client';

export interface DriverOptions {
  /** Returns the node for the next call or connection. */
  pickUrl(): string;
  token: string;
  sessionId: string;
  /** API path of the chat, as this side calls it. */
  path: string;
  headers: Record<string, string>;
  /** The share of responses to sent messages that get lost. */
  lossShare: number;
}

const ANSWER_TIMEOUT_MS = 4_000;
const AGAIN_MS = 250;
const someTime = () => pause(AGAIN_MS * (0.5 + Math.random()));

/** One client of one chat: the same state machine as the portal's, over a real connection that keeps breaking. */
export class ChatDriver {
  readonly #options: DriverOptions;
  #state: ChatClientState;
  #socket: Socket | undefined;
  #isClosed = false;
  /** Client keys of the messages it wrote, in order. */
  readonly written: string[] = [];
  /** Violations that must never occur. */
  readonly faults: string[] = [];
  readonly counts = { connects: 0, lostAnswers: 0, retries: 0, catchUps: 0 };
  /** Time from writing a message until it was confirmed at this client. */
  readonly confirmedAfterMs: number[] = [];
  readonly #writtenAt = new Map<string, number>();

  constructor(options: DriverOptions) {
    this.#options = options;
    this.#state = newChatClient(options.sessionId, 1);
    this.#connect();
  }

  get sessionId(): string {
    return this.#options.sessionId;
  }

  get stored(): readonly ClientMessage[] {
    return this.#state.messages.filter(({ sequence }) => sequence !== null);
  }

  /** Whether nothing is being sent and nothing is known to be missing. */
  get isSettled(): boolean {
    const { isCaughtUp, messages, lastSequence } = this.#state;
    return isCaughtUp && messages.every(({ sequence }) => sequence !== null) && contiguousSequence(messages) === lastSequence;
  }

  /** Number of its messages that are not stored yet. */
  get waitingCount(): number {
    return this.#state.messages.length - this.stored.length;
  }

  get lastSequence(): number {
    return contiguousSequence(this.#state.messages);
  }

  write(text: string): void {
    const clientMessageId = randomUUID();
    this.written.push(clientMessageId);
    this.#writtenAt.set(clientMessageId, performance.now());
    const timestamp = new Date().toISOString();
    this.#tell({ kind: 'written', clientMessageId, text, type: CHAT_TEXT, senderType: 0, senderName: '', timestamp });
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.close();
  }

  #connect(): void {
    if (this.#isClosed) return;
    this.#tell({ kind: 'connecting' });
    const { token } = this.#options;
    const socket = io(`${this.#options.pickUrl()}${HUB.namespace}`, {
      path: HUB.path,
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    this.#socket = socket;
    let isOver = false;
    const again = async () => {
      if (isOver) return;
      isOver = true;
      socket.close();
      this.#tell({ kind: 'disconnected' });
      await someTime();
      this.#connect();
    };
    socket.on('connect', () => {
      this.counts.connects += 1;
      this.#tell({ kind: 'connected' });
    });
    socket.on('connect_error', again);
    socket.on('disconnect', again);
    socket.on('MessageReceived', (message) => this.#tell({ kind: 'announced', message }));
    socket.on('SessionStatusChanged', ({ sessionId, ...stand }) => {
      if (sessionId === this.sessionId) this.#tell({ kind: 'status-reported', ...stand });
    });
  }

  #tell(event: ChatClientEvent): void {
    const before = this.#state;
    this.#state = chatReducer(before, event);
    if (this.#state.messages !== before.messages) this.#look(before.messages);
    this.#work();
  }

  /** Checks that no message is duplicated, out of order or gone. */
  #look(before: readonly ClientMessage[]): void {
    const { messages } = this.#state;
    let last = 0;
    for (const { sequence } of messages) {
      if (sequence !== null && sequence <= last) this.faults.push(`sequence ${sequence} after ${last}`);
      last = sequence ?? Number.POSITIVE_INFINITY;
    }
    const keys = messages.flatMap(({ clientMessageId }) => clientMessageId ?? []);
    if (new Set(keys).size !== keys.length) this.faults.push('a message stands twice');
    if (messages.length < before.length) this.faults.push('a message went away');
    for (const { clientMessageId, sequence } of messages) {
      const at = clientMessageId && sequence !== null ? this.#writtenAt.get(clientMessageId) : undefined;
      if (!clientMessageId || at === undefined) continue;
      this.confirmedAfterMs.push(performance.now() - at);
      this.#writtenAt.delete(clientMessageId);
    }
  }

  #work(): void {
    if (this.#isClosed) return;
    const { join, catchUpAfter, send } = nextSteps(this.#state);
    if (join) this.#join();
    else if (catchUpAfter !== undefined) this.#catchUp(catchUpAfter);
    if (send) this.#send(send);
  }

  async #join(): Promise<void> {
    const socket = this.#socket;
    this.#tell({ kind: 'joining' });
    const answer = await socket
      ?.timeout(ANSWER_TIMEOUT_MS)
      .emitWithAck('JoinSession', { sessionId: this.sessionId })
      .catch(() => undefined);
    if (socket !== this.#socket) return;
    if (answer?.ok) return this.#tell({ kind: 'joined' });
    if (answer) this.faults.push(`the join was refused: ${answer.code}`);
    socket?.close();
  }

  async #catchUp(after: number): Promise<void> {
    this.counts.catchUps += 1;
    this.#tell({ kind: 'catching-up' });
    const messages = await this.#call<StoredMessage[]>('GET', `messages?after=${after}`);
    if (messages) return this.#tell({ kind: 'caught-up', messages });
    await someTime();
    this.#tell({ kind: 'catch-up-failed' });
  }

  async #send({ message, clientMessageId }: ClientMessage): Promise<void> {
    this.#tell({ kind: 'sending' });
    const key = clientMessageId ?? '';
    const stored = await this.#call<StoredMessage>('POST', 'message', { message, clientMessageId });
    const isLost = Math.random() < this.#options.lossShare;
    if (stored && !isLost) return this.#tell({ kind: 'sent', message: stored });
    if (stored) this.counts.lostAnswers += 1;
    await someTime();
    this.counts.retries += 1;
    // Apply both events before the next step, so that the retried message stays before those written after it.
    this.#state = chatReducer(this.#state, { kind: 'send-failed', clientMessageId: key, how: 'unreachable' });
    this.#tell({ kind: 'retry', clientMessageId: key });
  }

  async #call<T>(method: string, tail: string, body?: unknown): Promise<T | undefined> {
    const { pickUrl, path, token, headers } = this.#options;
    try {
      const answer = await fetch(`${pickUrl()}/api${path}/${this.sessionId}/${tail}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (answer.ok) return (await answer.json()) as T;
      if (answer.status < 500) this.faults.push(`${method} ${tail} answered ${answer.status}`);
      await answer.body?.cancel();
    } catch {
      // The node is gone; the caller retries.
    }
    return undefined;
  }
}
