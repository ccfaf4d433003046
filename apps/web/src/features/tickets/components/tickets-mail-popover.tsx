import { Button, Modal, Popover } from '@mantine/core';
import type { TicketRow } from '@yardage/contract/tickets';
import { lazy, useState } from 'react';
import { LAYERS, useOverlay } from '#web/lib/overlays/use-overlay.ts';
import { useIsPhone } from '#web/lib/screen.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { TICKETS_MAIL_MESSAGES as MESSAGES } from '../tickets.messages.ts';
import type { TicketsDraft } from '../use-tickets-mail.ts';
import classes from './tickets-mail.module.css';

const TicketsMailForm = lazy(() => import('./tickets-mail-form.tsx').then(({ TicketsMailForm }) => ({ default: TicketsMailForm })));

/** 'Send Email' for the selected tickets (TKT-20). The draft is kept while the form is closed. */
export function TicketsMailPopover({ tickets }: { tickets: readonly TicketRow[] }) {
  const [isOpen, setIsOpen] = useState(false);
  // Kept here because rotating a phone switches between the two versions of the form.
  const [draft, keepDraft] = useState<TicketsDraft | null>(null);
  const isPhone = useIsPhone();
  const close = (): void => setIsOpen(false);
  useOverlay({ layer: 'popover', isOpen, onClose: close });
  const button = (
    <Button variant="default" className={classes.open} leftSection={<Icon name="mail" size={16} />} onClick={() => setIsOpen(!isOpen)}>
      {MESSAGES.open}
    </Button>
  );
  const form = (
    <MountOnceNeeded isNeeded={isOpen}>
      <TicketsMailForm tickets={tickets} draft={draft} keepDraft={keepDraft} onDone={close} onCancel={close} />
    </MountOnceNeeded>
  );
  const shared = { zIndex: LAYERS.popover, closeOnEscape: false, returnFocus: true, keepMounted: true, transitionProps: { duration: 100 } };
  // A phone has no room for such a long form beside its button.
  if (isPhone) {
    return (
      <>
        {button}
        <Modal.Root opened={isOpen} onClose={close} fullScreen {...shared}>
          <Modal.Content aria-label={MESSAGES.open}>
            <Modal.Body>{form}</Modal.Body>
          </Modal.Content>
        </Modal.Root>
      </>
    );
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={480} trapFocus {...shared}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={classes.popover} aria-label={MESSAGES.open}>
        {form}
      </Popover.Dropdown>
    </Popover>
  );
}
