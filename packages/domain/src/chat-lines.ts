import { CHAT_LINES } from './chat.messages.ts';

/** The messages that the portal itself writes into a chat. */
export const CHAT_LINE_NAMES = [
  'started',
  'startedAboutRequest',
  'startedAboutInvoice',
  'startedAboutOrder',
  'startedAboutTicket',
  'joined',
  'handedBack',
  'transferred',
  'unanswered',
  'forgotten',
  'over',
] as const;
export type ChatLineName = (typeof CHAT_LINE_NAMES)[number];

/** Such a message as it is stored, so that everybody reads it in their own language. `values` are the names and numbers in it, in order. */
export interface ChatLine {
  name: ChatLineName;
  values: string[];
}

/** Returns such a message with its names and numbers. */
export function chatLine(name: ChatLineName, ...values: string[]): ChatLine {
  return { name, values };
}

/** Returns a message's text in the reader's language. What people wrote, and lines that this version does not know, stay as stored. */
export function textOfMessage({ message, line }: { message: string; line: ChatLine | null }): string {
  const lines: Readonly<Partial<Record<string, string | ((...values: string[]) => string)>>> = CHAT_LINES;
  const text = line ? lines[line.name] : undefined;
  return typeof text === 'function' ? text(...(line?.values ?? [])) : (text ?? message);
}
