import { Button } from '@mantine/core';
import type { DeskMailRow } from '@yardage/contract/desk-mails';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { InfoCard } from '#web/patterns/info-card.tsx';
import layout from '#web/patterns/layout.module.css';
import { Notice } from '#web/patterns/notice.tsx';
import { SideDrawer } from '#web/patterns/side-drawer/side-drawer.tsx';
import { DESK_MAILS_MESSAGES as MESSAGES } from '../desk-mails.messages.ts';
import { MailState } from './mail-columns.tsx';

interface MailDrawerProps {
  /** Undefined while the drawer is closed. */
  mail: DeskMailRow | undefined;
  /** Whether the list still has it. Otherwise its state is an old one, and it may be on its way. */
  isListed: boolean;
  isSending: boolean;
  onSendAgain: (mail: DeskMailRow) => void;
  onClose: () => void;
}

/** A mail in a drawer: recipient and state, without its text. */
export function MailDrawer({ mail, isListed, isSending, onSendAgain, onClose }: MailDrawerProps) {
  const shown = useLast(mail);
  const { dateTime } = useFormats();
  return (
    <SideDrawer
      isInAddress
      isOpen={mail !== undefined}
      onClose={onClose}
      title={shown?.subject ?? ''}
      status={shown ? <MailState state={shown.state} /> : null}
      context={shown?.recipients.join(', ')}
      footer={
        isListed && mail?.state === 'failed' ? (
          <Button loading={isSending} onClick={() => onSendAgain(mail)}>
            {MESSAGES.sendAgain}
          </Button>
        ) : null
      }
    >
      {shown ? (
        <div className={layout.sections}>
          {shown.reason ? (
            <Notice kind={shown.state === 'failed' ? 'failure' : 'info'} title={MESSAGES.states[shown.state]}>
              {shown.reason}
            </Notice>
          ) : null}
          <InfoCard
            title={MESSAGES.facts}
            isComplete
            rows={[
              { label: MESSAGES.recipients, value: shown.recipients.join(', ') },
              { label: MESSAGES.created, value: dateTime(shown.createdAt) },
              { label: MESSAGES.sentAt, value: dateTime(shown.sentAt) },
              { label: MESSAGES.nextTry, value: dateTime(shown.nextTryAt) },
              { label: MESSAGES.attempts, value: String(shown.attempts) },
              {
                label: MESSAGES.account,
                value: shown.globalCustomerNumber ? `${shown.customerName} · ${shown.globalCustomerNumber}` : null,
              },
              { label: MESSAGES.sender, value: shown.requestedBy },
            ]}
          />
          <Notice kind="info" title={MESSAGES.textHidden} />
        </div>
      ) : null}
    </SideDrawer>
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
