import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { changeDraft } from '#web/lib/drafts.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { cannedRepliesQuery } from '../desk-chats.api.ts';
import { DESK_CHATS_MESSAGES as MESSAGES } from '../desk-chats.messages.ts';
import classes from './reply-menu.module.css';

/** The canned replies of the chat's data source. Choosing one adds it to the message, which is not sent yet. */
export function ReplyMenu({ sessionId, dataSourceName }: { sessionId: string; dataSourceName: string }) {
  const { data } = useQuery(cannedRepliesQuery());
  const replies = (data?.items ?? []).filter((reply) => reply.dataSourceName === dataSourceName);
  if (replies.length === 0) return null;
  const add = (message: string): void =>
    changeDraft(`chat.${sessionId}`, (before) => (before.trim() ? `${before.trimEnd()} ${message}` : message));
  return (
    <div className={classes.bar}>
      <Menu position="top-start" transitionProps={{ duration: 0 }} width={320}>
        <Menu.Target>
          <Button size="compact-sm" variant="subtle" rightSection={<Icon name="chevron" size={14} />}>
            {MESSAGES.replies}
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.list}>
          {replies.map(({ id, title, message }) => (
            <Menu.Item key={id} onClick={() => add(message)}>
              <span className={classes.title}>{title}</span>
              <span className={classes.text}>{message}</span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
