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
  'over',
] as const;
export type ChatLineName = (typeof CHAT_LINE_NAMES)[number];

/** Such a message as it is stored, so that everybody reads it in their own language. `values` has the names and numbers in it, in order. */
export interface ChatLine {
  name: ChatLineName;
  values: string[];
}

/** Returns one of the portal's messages about what it names. */
export function chatLine(name: ChatLineName, ...values: string[]): ChatLine {
  return { name, values };
}

/** Returns the text of a message in the reader's language. A message that is no line of the portal, or one of a newer version, stays as it is. */
export function textOfMessage({ message, line }: { message: string; line: ChatLine | null }): string {
  const lines: Readonly<Partial<Record<string, string | ((...values: string[]) => string)>>> = CHAT_LINES;
  const text = line ? lines[line.name] : undefined;
  return typeof text === 'function' ? text(...(line?.values ?? [])) : (text ?? message);
}
