import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type CannedReply, listCannedReplies } from '@yardage/contract/canned-replies';
import { useState } from 'react';
import { cannedRepliesQuery, removeReply } from '#web/features/canned-replies/canned-replies.api.ts';
import { CANNED_REPLIES_MESSAGES as MESSAGES } from '#web/features/canned-replies/canned-replies.messages.ts';
import { RepliesCards } from '#web/features/canned-replies/components/replies-cards.tsx';
import { ReplyDialog } from '#web/features/canned-replies/components/reply-dialog.tsx';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import classes from './desk-replies-page.module.css';

/** The canned replies, kept by Administrators (STF-09). */
export function DeskRepliesPage() {
  const queryClient = useQueryClient();
  const query = useQuery(cannedRepliesQuery());
  const [target, setTarget] = useState<'add' | CannedReply>();
  const [doomed, setDoomed] = useState<CannedReply>();
  const lastDoomed = useLast(doomed);
  const removing = useWrite({
    write: ({ id }: CannedReply, attempt) => removeReply(id, attempt),
    meta: { failureTitle: MESSAGES.removeFailed, failureText: MESSAGES.removeFailed, prefersServerMessage: true },
    onSuccess: ({ message }) => toasts.show({ kind: 'success', title: message }),
    onDone: () => setDoomed(undefined),
    onRefused: () => setDoomed(undefined),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listCannedReplies.id] }),
  });
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <p>{MESSAGES.context}</p>
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setTarget('add')}>
          {MESSAGES.add}
        </Button>
      </header>
      <DetailState query={query} shape={[4]}>
        {({ items }) => <RepliesCards replies={items} onEdit={setTarget} onRemove={setDoomed} />}
      </DetailState>
      <ReplyDialog target={target} dataSources={query.data?.dataSources ?? []} onClose={() => setTarget(undefined)} />
      <ConfirmDialog
        isOpen={doomed !== undefined}
        onClose={() => setDoomed(undefined)}
        title={MESSAGES.removeTitle(lastDoomed?.title ?? '')}
        confirmText={MESSAGES.remove}
        isBusy={removing.isPending}
        onConfirm={() => doomed && removing.mutate(doomed)}
      >
        {MESSAGES.removeText}
      </ConfirmDialog>
    </div>
  );
}
