import { Button, Menu } from '@mantine/core';
import type { TicketRow } from '@yardage/contract/tickets';
import { formatNumber } from '@yardage/domain/quantities';
import { useRef } from 'react';
import { Icon } from '#web/patterns/icon.tsx';
import { LAYERS } from '#web/patterns/side-drawer/layers.ts';
import { DOWNLOAD_MESSAGES as WORDS } from '../tickets.messages.ts';
import { useTicketDownloads } from '../use-ticket-downloads.ts';
import classes from './ticket-downloads.module.css';

/** 'Download Ticket(s) (n)' with its other formats, how far it is, and the way to stop it (TKT-15 to TKT-19). */
export function TicketDownloads({ tickets }: { tickets: readonly TicketRow[] }) {
  const { news, isRunning, downloadEach, downloadFile, cancel } = useTicketDownloads(tickets);
  const button = useRef<HTMLButtonElement>(null);
  // With nothing selected it only says so (TKT-17), and need not be the loudest thing on the page.
  const variant = tickets.length === 0 ? 'default' : 'filled';
  const stop = (): void => {
    // The button that has the focus is about to go.
    button.current?.focus();
    cancel();
  };
  return (
    <>
      <span role="status" className={news ? classes.news : classes.silent} data-kind={news?.kind}>
        {news?.kind === 'done' ? <Icon name="check" size={16} /> : null}
        {news?.text}
      </span>
      {isRunning ? (
        <Button variant="default" className={classes.cancel} leftSection={<Icon name="close" size={16} />} onClick={stop}>
          {WORDS.cancel}
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
          onClick={() => void downloadEach()}
        >
          {WORDS.each(formatNumber(tickets.length))}
        </Button>
        <Menu position="bottom-end" zIndex={LAYERS.popover} transitionProps={{ duration: 100 }} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <Button variant={variant} className={classes.more} aria-label={WORDS.more} aria-disabled={isRunning} data-disabled={isRunning}>
              <Icon name="chevron" size={16} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon name="document" size={16} />} onClick={() => void downloadFile('pdf')}>
              {WORDS.onePdf}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="archive" size={16} />} onClick={() => void downloadFile('zip')}>
              {WORDS.zip}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
    </>
  );
}
