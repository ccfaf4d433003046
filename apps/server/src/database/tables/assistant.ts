import { index, jsonb, pgTable, text } from '../drizzle.ts';
import { customerReference, users } from './accounts.ts';
import { id, moment, reference } from './columns.ts';

/** Questions of users to the assistant about a customer number, and its answers. */
export const assistantMessages = pgTable(
  'assistant_messages',
  {
    id: id(),
    customerId: customerReference(),
    userId: reference()
      .notNull()
      .references(() => users.id),
    sender: text().notNull(),
    blocks: jsonb().notNull(),
    records: jsonb().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index('assistant_messages_conversation').on(table.customerId, table.userId, table.id),
    index('assistant_messages_created_index').on(table.createdAt),
  ],
);
