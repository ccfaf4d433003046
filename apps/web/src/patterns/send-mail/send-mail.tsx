import { Button, Popover } from '@mantine/core';
import { useState } from 'react';
import { LAYERS, useOverlay } from '#web/lib/overlays/use-overlay.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { MailForm } from './mail-form.tsx';
import type { MailOfArea } from './mail-rules.ts';
import { SEND_MAIL_MESSAGES } from './send-mail.messages.ts';
import classes from './send-mail.module.css';

/** The Send Mail button with its form. The form stays mounted, so closing it keeps the text. */
export function SendMail({ mail }: { mail: MailOfArea }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  useOverlay({ layer: 'popover', isOpen, onClose: close });
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width="min(420px, calc(100vw - 16px))"
      zIndex={LAYERS.popover}
      closeOnEscape={false}
      trapFocus
      returnFocus
      keepMounted
      // Rendered inside the dialog, because of its focus trap and scroll lock.
      withinPortal={false}
      transitionProps={{ duration: 100 }}
    >
      <Popover.Target>
        <Button className={classes.open} leftSection={<Icon name="mail" size={16} />} onClick={() => setIsOpen(!isOpen)}>
          {SEND_MAIL_MESSAGES.open}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.popover}>
        <MailForm mail={mail} onDone={close} onCancel={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
