import { ActionIcon, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type DeskAccount, type DeskUser, getDeskAccount } from '@yardage/contract/desk-account';
import { shownName } from '@yardage/domain/names';
import { MEMBER_ROLE_NAMES } from '@yardage/domain/names.messages';
import { useState } from 'react';
import { useMayUseDesk } from '#web/lib/access/access.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { LAYERS, useLast } from '#web/lib/overlays/use-overlay.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { beginView } from '#web/lib/session/view-as.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Card } from '#web/patterns/card.tsx';
import { DeskIcon } from '#web/patterns/desk-icon.tsx';
import { ConfirmDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { PopupMenu } from '#web/patterns/popup-menu.tsx';
import { type StatusKind, StatusMark } from '#web/patterns/status-mark.tsx';
import { changeUser, startViewAs, type UserChange } from '../desk-account.api.ts';
import { DESK_ACCOUNT_MESSAGES as MESSAGES } from '../desk-account.messages.ts';
import classes from './account-users.module.css';

const roleOf = ({ roleName }: { roleName: string | null }): string => (roleName ? shownName(MEMBER_ROLE_NAMES, roleName) : '');

const nameOf = ({ firstName, lastName }: DeskUser): string => `${firstName} ${lastName}`.trim();

/** Returns the access of a user as a word and its mark. */
function accessOf({ isEnabled, isMember, detached, hasSignIn }: DeskUser): { kind: StatusKind; text: string } {
  if (!isEnabled) return { kind: 'ended', text: MESSAGES.disabled };
  if (!isMember) return { kind: 'held', text: MESSAGES.notMember };
  if (detached && !hasSignIn) return { kind: 'waiting', text: MESSAGES.detached };
  return { kind: 'done', text: MESSAGES.enabled };
}

interface Change {
  id: number;
  change: UserChange;
}

/** The users of an account, with what staff may do about each. */
export function AccountUsers({ account: { users, timeZone, globalCustomerNumber } }: { account: DeskAccount }) {
  const { dateTime } = useFormats(timeZone);
  const mayChange = useMayUseDesk('customer-users');
  const mayView = useMayUseDesk('view-as');
  const [asked, setAsked] = useState<{ user: DeskUser; change: 'disable' | 'detach' }>();
  const queryClient = useQueryClient();
  // A change that needs no confirmation may end while the confirmation of another change is open. It must not close that one.
  const isAbout = (open: typeof asked, { id, change }: Change): boolean => open?.user.userId === id && open.change === change;
  const close = (change: Change): void => setAsked((open) => (isAbout(open, change) ? undefined : open));
  const changing = useWrite({
    write: ({ id, change }: Change, attempt) => changeUser(id, change, attempt),
    meta: { failureTitle: MESSAGES.changeFailed, failureText: MESSAGES.changeFailed, prefersServerMessage: true },
    onSuccess: ({ message }) => toasts.show({ kind: 'success', title: message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [getDeskAccount.id] }),
    onDone: (_answer, done) => close(done),
    onFailed: (_error, refused) => close(refused),
  });
  const viewing = useWrite({
    write: ({ userId }: DeskUser, attempt) => startViewAs(userId, attempt),
    meta: { failureTitle: MESSAGES.viewFailed, failureText: MESSAGES.viewFailed, prefersServerMessage: true },
    onDone: (view) => beginView(view, globalCustomerNumber),
  });
  const signIn = ({ lastSignInAt }: DeskUser) => (lastSignInAt ? dateTime(lastSignInAt) : MESSAGES.never);
  const status = (user: DeskUser) => {
    const { kind, text } = accessOf(user);
    return <StatusMark kind={kind}>{text}</StatusMark>;
  };
  const actions = (user: DeskUser) => (
    <PopupMenu
      position="bottom-end"
      width={230}
      zIndex={LAYERS.popover}
      withinPortal
      button={
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={MESSAGES.actionsOf(nameOf(user))} loading={viewing.isPending}>
          <Icon name="menu" />
        </ActionIcon>
      }
    >
      <Menu.Dropdown>
        {mayView ? (
          <Menu.Item
            leftSection={<DeskIcon name="eye" size={16} />}
            disabled={!user.isEnabled}
            onClick={() => !viewing.isPending && viewing.mutate(user)}
          >
            {MESSAGES.viewAs}
          </Menu.Item>
        ) : null}
        {mayChange && !user.isStaff ? (
          <>
            {user.isEnabled ? (
              <Menu.Item leftSection={<Icon name="stop" size={16} />} onClick={() => setAsked({ user, change: 'disable' })}>
                {MESSAGES.disable}
              </Menu.Item>
            ) : (
              <Menu.Item
                leftSection={<Icon name="check" size={16} />}
                onClick={() => changing.mutate({ id: user.userId, change: 'enable' })}
              >
                {MESSAGES.enable}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<Icon name="logout" size={16} />}
              disabled={!user.hasSignIn}
              onClick={() => setAsked({ user, change: 'detach' })}
            >
              {MESSAGES.detach}
            </Menu.Item>
            {user.detached ? (
              <Menu.Item
                leftSection={<Icon name="check" size={16} />}
                onClick={() => changing.mutate({ id: user.userId, change: 'allow' })}
              >
                {MESSAGES.allow}
              </Menu.Item>
            ) : null}
          </>
        ) : null}
      </Menu.Dropdown>
    </PopupMenu>
  );
  // Keeps the text of the confirmation while it closes.
  const shown = useLast(asked);
  return (
    <Card title={MESSAGES.usersTitle}>
      <LineTable
        label={MESSAGES.usersTitle}
        lines={users}
        lineKey={({ userId }) => userId}
        emptyText={MESSAGES.noUsers}
        columns={[
          {
            header: MESSAGES.user,
            isText: true,
            value: (user) => (
              <span className={classes.user}>
                <span>{nameOf(user)}</span>
                <span className={classes.email}>{user.email}</span>
              </span>
            ),
          },
          { header: MESSAGES.role, value: roleOf },
          { header: MESSAGES.lastSignIn, value: signIn },
          { header: MESSAGES.state, value: status },
        ]}
        card={(user) => ({
          title: nameOf(user),
          result: accessOf(user).text,
          details: [user.email, `${roleOf(user)} · ${MESSAGES.lastSignIn}: ${signIn(user)}`],
        })}
        {...(mayChange || mayView ? { action: { header: MESSAGES.actions, cell: actions } } : {})}
      />
      <ConfirmDialog
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={shown?.change === 'detach' ? MESSAGES.detachTitle : MESSAGES.disableTitle}
        confirmText={shown?.change === 'detach' ? MESSAGES.detach : MESSAGES.disable}
        isBusy={changing.isPending && isAbout(asked, changing.variables)}
        onConfirm={() => asked && changing.mutate({ id: asked.user.userId, change: asked.change })}
      >
        {shown ? (shown.change === 'detach' ? MESSAGES.detachText : MESSAGES.disableText)(nameOf(shown.user)) : null}
      </ConfirmDialog>
    </Card>
  );
}
