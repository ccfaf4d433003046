import type { CannedReply } from '@yardage/contract/canned-replies';
import { Card } from '#web/patterns/card.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { RowMenu } from '#web/patterns/row-menu.tsx';
import { CANNED_REPLIES_MESSAGES as MESSAGES } from '../canned-replies.messages.ts';

interface RepliesCardsProps {
  replies: readonly CannedReply[];
  onEdit: (reply: CannedReply) => void;
  onRemove: (reply: CannedReply) => void;
}

/** The canned replies, one card for each data source. */
export function RepliesCards({ replies, onEdit, onRemove }: RepliesCardsProps) {
  if (replies.length === 0) return <p>{MESSAGES.empty}</p>;
  // Only the codes are unique.
  const sources = new Map(replies.map(({ dataSource, dataSourceName }) => [dataSource, `${dataSourceName} (${dataSource})`]));
  return [...sources].map(([code, name]) => (
    <Card key={code} title={name}>
      <LineTable
        label={name}
        lines={replies.filter(({ dataSource }) => dataSource === code)}
        lineKey={({ id }) => id}
        emptyText={MESSAGES.empty}
        columns={[
          { header: MESSAGES.title, isText: true, value: ({ title }) => title },
          { header: MESSAGES.text, value: ({ message }) => message },
        ]}
        card={({ title, message }) => ({ title, result: '', details: [message] })}
        action={{
          header: MESSAGES.actions,
          cell: (reply) => (
            <RowMenu
              label={MESSAGES.actionsOf(reply.title)}
              items={[
                { label: MESSAGES.edit, run: () => onEdit(reply) },
                { label: MESSAGES.remove, run: () => onRemove(reply) },
              ]}
            />
          ),
        }}
      />
    </Card>
  ));
}
