import { Button } from '@mantine/core';
import { Notice } from '#web/patterns/notice.tsx';
import { SEND_MAIL_MESSAGES } from './send-mail.messages.ts';
import type { useSender } from './use-sender.ts';

/** Says that the user's own address could not be loaded, and offers to try again. */
export function SenderMissing({ isFailed, retry }: ReturnType<typeof useSender>) {
  if (!isFailed) return null;
  return (
    <Notice
      kind="failure"
      title={SEND_MAIL_MESSAGES.senderFailed}
      action={
        <Button variant="default" onClick={retry}>
          {SEND_MAIL_MESSAGES.retry}
        </Button>
      }
    />
  );
}
