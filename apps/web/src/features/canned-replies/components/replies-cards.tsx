import { Button } from '@mantine/core';
import type { CannedReply } from '@yardage/contract/canned-replies';
import { Card } from '#web/patterns/card.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { CANNED_REPLIES_MESSAGES as MESSAGES } from '../canned-replies.messages.ts';

interface RepliesCardsProps {
  replies: readonly CannedReply[];
  onEdit: (reply: CannedReply) => void;
  onRemove: (reply: CannedReply) => void;
}

/** The canned replies, one card for each data source. */
export function RepliesCards({ replies, onEdit, onRemove }: RepliesCardsProps) {
  if (replies.length === 0) return <p>{MESSAGES.empty}</p>;
  const sources = [...new Set(replies.map(({ dataSourceName }) => dataSourceName))];
  return sources.map((source) => (
    <Card key={source} title={source}>
      <LineTable
        label={source}
        lines={replies.filter(({ dataSourceName }) => dataSourceName === source)}
        emptyText={MESSAGES.empty}
        columns={[
          { header: MESSAGES.title, value: ({ title }) => title },
          { header: MESSAGES.text, value: ({ message }) => message },
        ]}
        card={({ title, message }) => ({ title, result: '', details: [message] })}
        action={{
          header: MESSAGES.actions,
          cell: (reply) => (
            <>
              <Button size="compact-sm" variant="subtle" onClick={() => onEdit(reply)}>
                {MESSAGES.edit}
              </Button>
              <Button size="compact-sm" variant="subtle" onClick={() => onRemove(reply)}>
                {MESSAGES.remove}
              </Button>
            </>
          ),
        }}
      />
    </Card>
  ));
}
