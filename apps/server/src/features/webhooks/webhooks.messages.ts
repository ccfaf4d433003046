/** Messages about webhooks. */
export const WEBHOOKS_MESSAGES = {
  deleted: 'The webhook was removed.',
  notPaused: 'The webhook is not paused.',
  notActive: 'The webhook is paused already.',
} as const;

/** What is recorded when the receiver answers with anything but success. */
export const answeredWith = (status: number) => `The server answered ${status}.`;
/** What is recorded when the record of an event no longer exists. */
export const NOTHING_TO_SEND = 'The record of this event no longer exists.';

/** The mail about a webhook that is paused because it kept failing. */
export const pausedSubject = (name: string) => `The webhook ${name} is paused`;

export function pausedText(
  { name, url, customer, lastError }: { name: string; url: string; customer: string | null; lastError: string | null },
  platformName: string,
): string {
  return [
    `The webhook '${name}' to ${url}${customer ? ` of customer ${customer}` : ''} kept failing and is paused. ${lastError ?? ''}`.trim(),
    'Its events are kept. Once the receiver works again, resume the webhook, and replay it from the moment when it began to fail.',
    platformName,
  ].join('\n\n');
}
