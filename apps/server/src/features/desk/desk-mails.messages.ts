/** Answers about the mail queue. */
export const DESK_MAILS_MESSAGES = {
  notFailed: 'This mail did not fail, or it is being sent again already.',
  again: (count: number) =>
    count === 0 ? 'No mail has failed.' : count === 1 ? 'The mail is sent again.' : `${count} mails are sent again.`,
} as const;
