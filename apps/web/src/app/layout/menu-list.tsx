import { Tooltip } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { type MenuEntry, type MenuGroup, toggleMenuGroup, useIsMenuGroupOpen } from '#web/lib/navigation/menu.ts';
import { OFFLINE_PATHS, useIsOffline } from '#web/lib/offline/connection.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { NEEDS_CONNECTION_MESSAGES } from '#web/patterns/needs-connection.messages.ts';
import { showOfflineToast } from '#web/patterns/needs-connection.ts';
import classes from './navigation.module.css';

interface MenuListProps {
  entries: readonly MenuEntry[];
  icon: (entry: MenuEntry) => ReactNode;
  /** Whether only icons are shown. */
  isRail: boolean;
  id?: string;
  /** The name of the list, or the id of its heading. */
  label?: string;
  labelId?: string;
  onChoose: (() => void) | undefined;
  /** How much waits on the page of an entry, with words for it; undefined if nothing does. */
  countOf?: (entry: MenuEntry) => { count: number; text: string } | undefined;
}

interface MenuGroupsProps<Group extends MenuGroup> extends MenuListProps {
  groups: readonly Group[];
  titleOf: (group: Group) => string;
}

/** Entries of the menu in their groups, without groups that have none. */
export function MenuGroups<Group extends MenuGroup>({ groups, titleOf, entries, ...list }: MenuGroupsProps<Group>) {
  return groups.map((name) => {
    const own = entries.filter(({ group }) => group === name);
    return own.length > 0 ? <MenuSection key={name} name={name} title={titleOf(name)} entries={own} {...list} /> : null;
  });
}

interface MenuSectionProps extends MenuListProps {
  name: MenuGroup;
  title: string;
}

/** A group of entries that can be closed. The entry of the current page stays visible; a rail has no headings and shows all. */
function MenuSection({ name, title, ...list }: MenuSectionProps) {
  const id = useId();
  const isOpen = useIsMenuGroupOpen(name) || list.isRail;
  return (
    <section data-closed={!isOpen || undefined}>
      {list.isRail ? null : (
        <button
          type="button"
          id={`${id}-title`}
          className={classes.group}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          onClick={() => toggleMenuGroup(name)}
        >
          {title}
          <Icon name="chevron" size={16} />
        </button>
      )}
      <MenuList {...list} id={`${id}-list`} {...(list.isRail ? { label: title } : { labelId: `${id}-title` })} />
    </section>
  );
}

/** Entries of the menu, with an icon each. */
export function MenuList({ entries, icon, isRail, id, label, labelId, onChoose, countOf }: MenuListProps) {
  const isOffline = useIsOffline();
  const countId = useId();
  const list = useCurrentInView();
  const counted = entries.map((entry) => ({ entry, counted: countOf?.(entry) }));
  return (
    <ul ref={list} className={classes.list} id={id} aria-label={label} aria-labelledby={labelId}>
      {counted.map(({ entry, counted }) => (
        <li key={entry.path}>
          <RailTooltip label={entry.title} isRail={isRail}>
            {isOffline && !OFFLINE_PATHS.includes(entry.path) ? (
              <button
                type="button"
                className={classes.entry}
                aria-disabled="true"
                title={NEEDS_CONNECTION_MESSAGES.reason}
                onClick={showOfflineToast}
              >
                {icon(entry)}
                <span className={classes.label}>{entry.title}</span>
              </button>
            ) : (
              <Link
                to={entry.path}
                className={classes.entry}
                aria-label={isRail ? entry.title : undefined}
                aria-describedby={counted ? `${countId}${entry.path}` : undefined}
                onClick={onChoose}
              >
                {icon(entry)}
                <span className={classes.label}>{entry.title}</span>
              </Link>
            )}
          </RailTooltip>
          {counted ? (
            <span id={`${countId}${entry.path}`} className={classes.count} role="img" aria-label={counted.text}>
              {counted.count}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** Scrolls the entry of the current page into view, if it is in this list of a menu that is longer than the window. */
function useCurrentInView() {
  const list = useRef<HTMLUListElement>(null);
  // Links become current when their page is shown, not when it starts to load.
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  useEffect(() => {
    if (path !== undefined) list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  return list;
}

interface RailTooltipProps {
  label: string;
  isRail: boolean;
  children: ReactElement;
}

/** Names an icon of the rail. The full menu has no tooltips: each costs as much time at the start as the entry itself. */
export function RailTooltip({ label, isRail, children }: RailTooltipProps) {
  if (!isRail) return children;
  return (
    <Tooltip label={label} position="right">
      {children}
    </Tooltip>
  );
}
