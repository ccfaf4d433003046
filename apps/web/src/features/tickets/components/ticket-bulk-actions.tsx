import { Button, Menu, Popover } from '@mantine/core';
import type { TicketRow } from '@yardage/contract/tickets';
import { formatNumber } from '@yardage/domain/quantities';
import { useEffect, useRef, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { LAYERS, useOverlay } from '#web/lib/overlays/use-overlay.ts';
import { useIsNarrow } from '#web/lib/screen.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import { useNeedsConnection } from '#web/patterns/needs-connection.ts';
import type { DownloadedTicket, DownloadState } from '../download-tickets.ts';
import type { BatchFormat } from '../tickets.api.ts';
import { DOWNLOAD_MESSAGES as MESSAGES, TICKETS_MAIL_MESSAGES } from '../tickets.messages.ts';
import { useTicketsMail } from '../use-tickets-mail.ts';
import classes from './ticket-bulk-actions.module.css';
import mailClasses from './tickets-mail.module.css';

/** The actions for the selected tickets. */
export function TicketBulkActions({ tickets }: { tickets: readonly TicketRow[] }) {
  return (
    <>
      <TicketDownloads tickets={tickets} />
      <TicketsMailPopover tickets={tickets} />
    </>
  );
}

/** Above this number, a ZIP is offered first: browsers ask for confirmation, and many files clutter the folder. */
const MAX_SEPARATE = 10;

/** 'Download Ticket(s) (n)' with a menu of other formats, the progress and a cancel button (TKT-15 to TKT-19). */
function TicketDownloads({ tickets }: { tickets: readonly TicketRow[] }) {
  const { state, isRunning, downloadEach, downloadFile, cancel } = useTicketDownloads(tickets);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const count = formatNumber(tickets.length);
  const isMany = tickets.length > MAX_SEPARATE;
  const button = useRef<HTMLButtonElement>(null);
  const connection = useNeedsConnection();
  // Without a selection the button only shows a message (TKT-17), so it is not highlighted.
  const variant = tickets.length === 0 ? 'default' : 'filled';
  const stop = (): void => {
    // The focused cancel button is about to be removed, so move the focus first.
    button.current?.focus();
    cancel();
  };
  useOverlay({ layer: 'popover', isOpen: isMenuOpen, onClose: () => setIsMenuOpen(false), isInUrl: false });
  return (
    <>
      <span role="status" className={state ? classes.news : classes.silent} data-kind={state?.kind}>
        {state?.kind === 'done' ? <Icon name="check" size={16} /> : null}
        {state?.text}
      </span>
      {isRunning ? (
        <Button variant="default" leftSection={<Icon name="close" size={16} />} onClick={stop}>
          {MESSAGES.cancel}
        </Button>
      ) : null}
      <Button.Group className={classes.group}>
        <Button
          ref={button}
          variant={variant}
          className={classes.main}
          leftSection={<Icon name="download" size={16} />}
          aria-disabled={isRunning}
          data-disabled={isRunning}
          onClick={() => (isMany ? setIsMenuOpen(!isRunning) : void downloadEach())}
          {...connection}
        >
          {MESSAGES.each(count)}
        </Button>
        <Menu
          opened={isMenuOpen}
          closeOnEscape={false}
          onChange={(isOpen) => setIsMenuOpen(isOpen && !isRunning)}
          position="bottom-end"
          zIndex={LAYERS.popover}
          transitionProps={{ duration: 100 }}
          withInitialFocusPlaceholder={false}
        >
          <Menu.Target>
            <Button
              variant={variant}
              className={classes.more}
              aria-label={MESSAGES.more}
              aria-disabled={isRunning}
              data-disabled={isRunning}
              {...connection}
            >
              <Icon name="chevron" size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {isMany ? <Menu.Label>{MESSAGES.manyHint(count)}</Menu.Label> : null}
            <Menu.Item leftSection={<Icon name="archive" size={16} />} onClick={() => void downloadFile('zip')}>
              {MESSAGES.zip}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="document" size={16} />} onClick={() => void downloadFile('pdf')}>
              {MESSAGES.onePdf}
            </Menu.Item>
            {isMany ? (
              <Menu.Item leftSection={<Icon name="download" size={16} />} onClick={() => void downloadEach()}>
                {MESSAGES.separate(count)}
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
    </>
  );
}

const TicketsMailForm = lazyOpened(() => import('./tickets-mail-form.tsx').then(({ TicketsMailForm }) => TicketsMailForm));
const TicketsMailSheet = lazyOpened(() => import('./tickets-mail-form.tsx').then(({ TicketsMailSheet }) => TicketsMailSheet));

/** 'Send Email' for the selected tickets (TKT-20). Closing the form keeps what is typed. */
function TicketsMailPopover({ tickets }: { tickets: readonly TicketRow[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const isPhone = useIsNarrow();
  const close = (): void => setIsOpen(false);
  const mail = useTicketsMail(tickets, close);
  const connection = useNeedsConnection();
  useOverlay({ layer: 'popover', isOpen, onClose: close, isInUrl: false });
  const button = (
    <Button
      variant="default"
      className={mailClasses.open}
      leftSection={<Icon name="mail" size={16} />}
      onClick={() => setIsOpen(!isOpen)}
      {...(isOpen ? null : connection)}
    >
      {TICKETS_MAIL_MESSAGES.open}
    </Button>
  );
  const form = { ...mail, onCancel: close };
  const shared = { zIndex: LAYERS.popover, closeOnEscape: false, returnFocus: true, keepMounted: true, transitionProps: { duration: 100 } };
  // A phone has no room for such a long form beside its button.
  if (isPhone) {
    return (
      <>
        {button}
        <MountOnceNeeded isNeeded={isOpen}>
          <TicketsMailSheet form={form} opened={isOpen} onClose={close} {...shared} />
        </MountOnceNeeded>
      </>
    );
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={480} trapFocus {...shared}>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown className={mailClasses.popover} aria-label={TICKETS_MAIL_MESSAGES.open}>
        <MountOnceNeeded isNeeded={isOpen}>
          <TicketsMailForm {...form} />
        </MountOnceNeeded>
      </Popover.Dropdown>
    </Popover>
  );
}

/** How long a successful or cancelled outcome is shown. A failure stays until the next attempt. */
const OUTCOME_MS = 6000;

/** Downloads the selected tickets. Only one download runs at a time, and it can be cancelled (TKT-15 to TKT-19). */
function useTicketDownloads(selected: readonly DownloadedTicket[]) {
  const customer = useCustomer();
  const [state, setState] = useState<DownloadState | null>(null);
  const running = useRef<AbortController | null>(null);
  const gone = useRef(new Set<number>());
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    if (state?.kind !== 'done' && state?.kind !== 'stopped') return;
    const timer = setTimeout(() => setState(null), OUTCOME_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const download = async (format?: BatchFormat): Promise<void> => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    try {
      // Loaded on the first download, because most visits to the list need none.
      const { downloadTickets } = await import('../download-tickets.ts');
      const say = (text: string): void => setState({ kind: 'running', text });
      const outcome = await downloadTickets(selected, format, { customer, gone: gone.current, say, signal: controller.signal });
      setState(outcome);
    } catch {
      setState({ kind: 'failed', text: MESSAGES.fileFailed });
    } finally {
      running.current = null;
    }
  };

  return {
    state,
    isRunning: state?.kind === 'running',
    downloadEach: () => download(),
    downloadFile: (format: BatchFormat) => download(format),
    cancel: () => running.current?.abort(),
  };
}
