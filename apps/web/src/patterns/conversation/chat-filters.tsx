import type { ReactNode } from 'react';
import { SearchBox } from '#web/patterns/search-box.tsx';
import { ViewTabs } from '#web/patterns/view-tabs.tsx';
import { CHAT_TABS, type ChatTab } from './chat-rows.ts';
import classes from './chats-layout.module.css';
import { CONVERSATION_MESSAGES as MESSAGES } from './conversation.messages.ts';

/** Debounce of the chat search (CHT-07). */
const SEARCH_DEBOUNCE_MS = 300;
const tabs = () => CHAT_TABS.map((tab) => ({ value: tab, label: MESSAGES.tabs[tab] }));

interface ChatFiltersProps {
  status: ChatTab;
  search: string;
  /** Label of the search box. */
  label: string;
  panelId: string;
  /** Shown beside the search box. */
  aside?: ReactNode;
  onChange: (changes: { status?: ChatTab; search?: string }) => void;
}

/** Search box and status tabs of a chat list (CHT-03). */
export function ChatFilters({ status, search, label, panelId, aside, onChange }: ChatFiltersProps) {
  return (
    <>
      <div className={classes.search}>
        <SearchBox label={label} value={search} debounceMs={SEARCH_DEBOUNCE_MS} onChange={(wanted) => onChange({ search: wanted })} />
        {aside}
      </div>
      <ViewTabs label={MESSAGES.tabsLabel} tabs={tabs()} value={status} onChange={(tab) => onChange({ status: tab })} panelId={panelId} />
    </>
  );
}
