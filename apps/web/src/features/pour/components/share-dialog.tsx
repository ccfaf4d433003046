import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listShareLinks, type ShareLink } from '@yardage/contract/pour';
import { useRef, useState } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { COPY_ICON, LineIcon } from '#web/patterns/icon.tsx';
import { wordsOf } from '../board.ts';
import { createShare, type NewShareLink, revokeShare, shareLinksQuery } from '../pour.api.ts';
import { SHARE_MESSAGES as MESSAGES, POUR_MESSAGES } from '../pour.messages.ts';
import classes from './pour-live.module.css';

const HOURS = [12, 24, 72, 168] as const;
const USUAL_HOURS = '24';
const FIELDS = ['label', 'hours'] as const;

interface ShareDialogProps {
  isOpen: boolean;
  orderId: number;
  order: { orderNumber: string; orderType: number };
  onClose: () => void;
}

/** Links to a pour board for people without an account: makes, lists and revokes them (SHR-01). */
export function ShareDialog({ isOpen, orderId, order, onClose }: ShareDialogProps) {
  const words = wordsOf(order);
  return (
    <FormDialog
      isInUrl={false}
      isOpen={isOpen}
      onClose={onClose}
      title={words.shareTitle}
      context={POUR_MESSAGES.toOrder(order.orderNumber)}
    >
      <div className={classes.fields}>
        <p className={classes.intro}>{words.shareIntro}</p>
        <NewLink orderId={orderId} hint={words.shareHint} />
        <Links orderId={orderId} />
      </div>
    </FormDialog>
  );
}

function NewLink({ orderId, hint }: { orderId: number; hint: string }) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  const [label, setLabel] = useState('');
  const [hours, setHours] = useState(USUAL_HOURS);
  const [url, setUrl] = useState<string>();
  const [faults, setFaults] = useState<Partial<Record<(typeof FIELDS)[number], string>>>({});
  const making = useWrite({
    write: (body: NewShareLink, attempt) => createShare(customer, orderId, body, attempt),
    meta: { failureTitle: MESSAGES.createFailed, failureText: MESSAGES.createFailed, prefersServerMessage: true, isForm: true },
    // Refetch even if the response was lost: the list then shows the link, although nobody has its address.
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listShareLinks.id] }),
    onDone: (made) => {
      setUrl(made.url);
      setLabel('');
    },
    onFailed: (error) => {
      if (!isFieldRefusal(error)) return;
      setFaults(placeErrors(error.problem, FIELDS));
      focusFirstFault(element.current);
    },
  });
  useUnsavedInput({ isChanged: label !== '', isSending: making.isPending });
  const copy = async (): Promise<void> => {
    if (await copyText(url ?? '', MESSAGES.copyFailed)) toasts.show({ kind: 'success', title: MESSAGES.copied });
  };
  return (
    <form
      ref={element}
      noValidate
      aria-label={MESSAGES.create}
      className={classes.create}
      onSubmit={(event) => {
        event.preventDefault();
        setFaults({});
        if (!making.isPending) making.mutate({ label: label.trim(), hours: Number(hours) });
      }}
    >
      <TextInput
        label={MESSAGES.label}
        description={hint}
        maxLength={60}
        autoComplete="off"
        value={label}
        error={faults.label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <NativeSelect
        label={MESSAGES.valid}
        data={HOURS.map((each) => ({ value: String(each), label: MESSAGES.hours[each] }))}
        value={hours}
        error={faults.hours}
        onChange={(event) => setHours(event.currentTarget.value)}
      />
      <Button type="submit" loading={making.isPending}>
        {MESSAGES.create}
      </Button>
      {url === undefined ? null : (
        <div className={classes.made} style={{ gridColumn: '1 / -1' }} role="status">
          <p>{MESSAGES.created}</p>
          <code data-share-url>{url}</code>
          <Button variant="default" leftSection={<LineIcon path={COPY_ICON} size={16} />} onClick={() => void copy()}>
            {MESSAGES.copy}
          </Button>
        </div>
      )}
    </form>
  );
}

function Links({ orderId }: { orderId: number }) {
  const query = useQuery(shareLinksQuery(useCustomer(), orderId));
  return (
    <section className={classes.shared} aria-label={MESSAGES.links}>
      <DetailState query={query} skeletonLines={[1]}>
        {(links) =>
          links.length === 0 ? (
            <p className={classes.none}>{MESSAGES.none}</p>
          ) : (
            <ul className={classes.links}>
              {links.map((link) => (
                <LinkRow key={link.id} orderId={orderId} link={link} />
              ))}
            </ul>
          )
        }
      </DetailState>
    </section>
  );
}

function LinkRow({ orderId, link }: { orderId: number; link: ShareLink }) {
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const { date, time } = useFormats();
  const revoking = useWrite({
    write: (_: undefined, attempt) => revokeShare(customer, orderId, link.id, attempt),
    meta: { failureTitle: MESSAGES.revokeFailed, failureText: MESSAGES.revokeFailed },
    onSuccess: () => {
      toasts.show({ kind: 'success', title: MESSAGES.revoked(link.label) });
      return queryClient.invalidateQueries({ queryKey: [listShareLinks.id] });
    },
  });
  const facts = [
    link.state === 'active' ? MESSAGES.until(`${date(link.expiresAt)} ${time(link.expiresAt)}`) : MESSAGES.states[link.state],
    MESSAGES.views(link.viewCount),
    link.createdBy ? MESSAGES.by(link.createdBy) : '',
  ];
  return (
    <li>
      <b>{link.label}</b>
      <span>{facts.filter(Boolean).join(' · ')}</span>
      {link.state === 'active' ? (
        <Button
          variant="default"
          aria-label={MESSAGES.revokeOf(link.label)}
          loading={revoking.isPending}
          onClick={() => revoking.mutate(undefined)}
        >
          {MESSAGES.revoke}
        </Button>
      ) : null}
    </li>
  );
}
