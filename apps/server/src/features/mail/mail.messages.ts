import type { RefusedMail } from './mail-queue.queries.ts';

/** The notice about a mail that the recipient's server refused for good. */
export const refusedSubject = (subject: string) => `Not delivered: ${subject}`;

export function refusedText({ subject, recipients, reason, createdAt }: RefusedMail, platformName: string, isForSender: boolean): string {
  return [
    `The mail '${subject}' of ${createdAt.slice(0, 10)} was not delivered to ${recipients.join(', ')}.`,
    reason,
    isForSender
      ? 'Please check the address and send it again from the portal.'
      : "The desk's page Mail lists it. Once the cause is mended, it can be sent again there.",
    platformName,
  ].join('\n\n');
}
