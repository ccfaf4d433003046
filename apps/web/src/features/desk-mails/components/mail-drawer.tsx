import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeskMailRow } from '@yardage/contract/desk-mails';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { InfoCard } from '#web/patterns/info-card.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { mailQuery } from '../desk-mails.api.ts';
import { DESK_MAILS_MESSAGES as MESSAGES } from '../desk-mails.messages.ts';
import { MailState } from './mail-columns.tsx';

interface MailDrawerProps {
  /** Undefined while the drawer is closed. */
  mailId: number | undefined;
  isSending: boolean;
  onSendAgain: (id: number) => void;
  onClose: () => void;
}

/** A mail in a drawer: recipient and state, without its text. */
export function MailDrawer({ mailId, isSending, onSendAgain, onClose }: MailDrawerProps) {
  const shownId = useLast(mailId) ?? 0;
  const query = useQuery({ ...mailQuery(shownId), enabled: mailId !== undefined, staleTime: 0 });
  const mail = query.data;
  return (
    <SideDrawer
      isInUrl
      isOpen={mailId !== undefined}
      onClose={onClose}
      title={mail?.subject ?? MESSAGES.titleLoading}
      status={mail ? <MailState state={mail.state} /> : null}
      context={mail?.recipients.join(', ')}
      footer={
        mail?.state === 'failed' ? (
          <Button loading={isSending} onClick={() => onSendAgain(mail.id)}>
            {MESSAGES.sendAgain}
          </Button>
        ) : null
      }
    >
      <DetailState query={query} skeletonLines={[6]}>
        {(loaded) => <MailFacts mail={loaded} />}
      </DetailState>
    </SideDrawer>
  );
}

function MailFacts({ mail }: { mail: DeskMailRow }) {
  const { dateTime } = useFormats();
  return (
    <>
      {mail.reason ? (
        <Notice kind={mail.state === 'failed' ? 'failure' : 'info'} title={MESSAGES.states[mail.state]}>
          {mail.reason}
        </Notice>
      ) : null}
      <InfoCard
        title={MESSAGES.facts}
        isComplete
        rows={[
          { label: MESSAGES.recipients, value: mail.recipients.join(', ') },
          { label: MESSAGES.created, value: dateTime(mail.createdAt) },
          { label: MESSAGES.sentAt, value: dateTime(mail.sentAt) },
          { label: MESSAGES.nextTry, value: dateTime(mail.nextTryAt) },
          { label: MESSAGES.attempts, value: String(mail.attempts) },
          { label: MESSAGES.account, value: mail.globalCustomerNumber ? `${mail.customerName} · ${mail.globalCustomerNumber}` : null },
          { label: MESSAGES.sender, value: mail.requestedBy },
        ]}
      />
      <Notice kind="info" title={MESSAGES.textHidden} />
    </>
  );
}

interface SendAllDialogProps {
  isOpen: boolean;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before all failed mails are sent again. */
export function SendAllDialog(props: SendAllDialogProps) {
  return (
    <ConfirmDialog {...props} title={MESSAGES.askAll} confirmText={MESSAGES.sendAllAgain}>
      {MESSAGES.askAllText}
    </ConfirmDialog>
  );
}
