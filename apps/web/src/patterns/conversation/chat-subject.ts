import type { ChatContext, JobAddress } from '@yardage/contract/chat';
import { CHAT_CATEGORIES } from '@yardage/domain/chat';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';

const titles = (): Record<number, (number: string) => string> => ({
  [CHAT_CATEGORIES.newOrder]: MESSAGES.request,
  [CHAT_CATEGORIES.order]: MESSAGES.order,
  [CHAT_CATEGORIES.ticket]: MESSAGES.ticket,
  [CHAT_CATEGORIES.invoice]: MESSAGES.invoice,
});

/** Returns a job's address in one line. */
function addressLine({ street, city, state, zip }: JobAddress): string {
  return [street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** Returns a short title for a chat: the record it was started from, or the job's address. */
export function chatSubject({ category, entityNumber, jobAddress }: ChatContext): string {
  const title = titles()[category];
  if (title && entityNumber) return title(entityNumber);
  return (jobAddress && addressLine(jobAddress)) || MESSAGES.newOrder;
}
