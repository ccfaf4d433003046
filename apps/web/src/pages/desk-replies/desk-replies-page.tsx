import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CannedReply } from '@yardage/contract/canned-replies';
import { useState } from 'react';
import { cannedRepliesQuery } from '#web/features/canned-replies/canned-replies.api.ts';
import { CANNED_REPLIES_MESSAGES as MESSAGES } from '#web/features/canned-replies/canned-replies.messages.ts';
import { RepliesCards } from '#web/features/canned-replies/components/replies-cards.tsx';
import { useNamedRow } from '#web/lib/overlays/use-overlay.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import layout from '#web/patterns/layout.module.css';
import { lazyOpened } from '#web/patterns/lazy-opened.ts';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';
import classes from './desk-replies-page.module.css';

const ReplyDialog = lazyOpened(() =>
  import('#web/features/canned-replies/components/reply-dialog.tsx').then(({ ReplyDialog }) => ReplyDialog),
);
const RemoveReplyDialog = lazyOpened(() =>
  import('#web/features/canned-replies/components/reply-dialog.tsx').then(({ RemoveReplyDialog }) => RemoveReplyDialog),
);

/** The canned replies, kept by Administrators (STF-09). */
export function DeskRepliesPage() {
  const query = useQuery(cannedRepliesQuery());
  const [opened, setOpened] = useState<'add' | number>();
  const edited = useNamedRow(query.data?.items, opened === 'add' ? undefined : opened);
  const target = opened === 'add' ? 'add' : edited;
  const [toDelete, setToDelete] = useState<CannedReply>();
  return (
    <div className={layout.page}>
      <header className={classes.head}>
        <p>{MESSAGES.context}</p>
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpened('add')}>
          {MESSAGES.add}
        </Button>
      </header>
      <DetailState query={query} skeletonLines={[4]}>
        {({ items }) => <RepliesCards replies={items} onEdit={({ id }) => setOpened(id)} onRemove={setToDelete} />}
      </DetailState>
      <MountOnceNeeded isNeeded={target !== undefined}>
        <ReplyDialog target={target} dataSources={query.data?.dataSources ?? []} onClose={() => setOpened(undefined)} />
      </MountOnceNeeded>
      <MountOnceNeeded isNeeded={toDelete !== undefined}>
        <RemoveReplyDialog reply={toDelete} onClose={() => setToDelete(undefined)} />
      </MountOnceNeeded>
    </div>
  );
}
