import { VisuallyHidden } from '@mantine/core';
import type { AssistantBlock, AssistantMessage } from '@yardage/contract/assistant';
import { plainText } from '@yardage/contract/assistant-blocks';
import { isPortalPath } from '@yardage/domain/assistant';
import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from '#web/lib/copy-text.ts';
import { useCanOpen } from '#web/lib/navigation/menu.ts';
import { usePortalLink } from '#web/lib/navigation/page-links.ts';
import { useIsFilled } from '#web/patterns/conversation/use-is-filled.ts';
import { isPlainClick } from '#web/patterns/data-table/row-tab-index.ts';
import { COPY_ICON, Icon, LineIcon } from '#web/patterns/icon.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import type { Pending } from '../assistant.api.ts';
import { ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import classes from './conversation-log.module.css';

interface ConversationLogProps {
  messages: readonly AssistantMessage[];
  pending: Pending | null;
  /** Whether the conversation has been loaded. */
  isLoaded: boolean;
}

/** The messages, oldest first. Screen readers announce an answer only when it is complete. */
export function ConversationLog({ messages, pending, isLoaded }: ConversationLogProps) {
  const isFilled = useIsFilled(isLoaded);
  return (
    <div
      className={classes.log}
      role="log"
      aria-live={isFilled ? 'polite' : 'off'}
      aria-label={MESSAGES.log}
      aria-busy={pending !== null || !isLoaded}
    >
      {messages.map(({ id, sender, blocks }) =>
        sender === 'user' ? (
          <Question key={id} text={blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('')} />
        ) : (
          <Answer key={id} blocks={blocks}>
            <CopyAnswer blocks={blocks} />
          </Answer>
        ),
      )}
      {pending ? (
        <>
          <Question text={pending.text} />
          <Answer blocks={pending.blocks}>
            {pending.blocks.length === 0 ? (
              <p className={classes.step}>
                <span className={classes.pulse} aria-hidden="true" />
                {pending.step}
              </p>
            ) : null}
          </Answer>
        </>
      ) : null}
    </div>
  );
}

/** A message of the user, aligned right. */
function Question({ text }: { text: string }) {
  return (
    <div className={classes.question} data-question>
      <VisuallyHidden>{MESSAGES.you}: </VisuallyHidden>
      {text}
    </div>
  );
}

interface AnswerProps {
  blocks: readonly AssistantBlock[];
  /** Shown below the answer: its actions, or the current step while it is being prepared. */
  children?: ReactNode;
}

/** A message of the assistant, over the full column width. */
function Answer({ blocks, children }: AnswerProps) {
  return (
    <article className={classes.answer}>
      <VisuallyHidden>{MESSAGES.assistant}: </VisuallyHidden>
      <AnswerBlocks blocks={blocks} />
      {children}
    </article>
  );
}

type Table = Extract<AssistantBlock, { kind: 'table' }>;
type Links = Extract<AssistantBlock, { kind: 'links' }>;
type Cell = Table['rows'][number][number];

/** Renders the blocks of an answer: plain text, facts, small tables and links. */
function AnswerBlocks({ blocks }: { blocks: readonly AssistantBlock[] }) {
  return (
    <div className={classes.blocks}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of an answer are never reordered
        <Block key={index} block={block} />
      ))}
    </div>
  );
}

function Block({ block }: { block: AssistantBlock }) {
  if (block.kind === 'text') return <p className={classes.text}>{block.text.trim()}</p>;
  if (block.kind === 'table') return <SmallTable {...block} />;
  if (block.kind === 'links') return <LinkRow {...block} />;
  return (
    <dl className={classes.facts}>
      {block.facts.map(({ label, value }) => (
        <div key={label} className={classes.fact}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function CellText({ text, href }: Cell) {
  return href ? <PortalLink href={href}>{text}</PortalLink> : text;
}

function SmallTable({ label, columns, rows }: Table) {
  return (
    <div className={classes.table}>
      <LineTable
        label={label}
        columns={columns.map(({ header, isNumber }, index) => ({
          header,
          ...(isNumber ? { isNumber } : {}),
          value: (row: Cell[]) => <CellText {...(row[index] ?? { text: '' })} />,
        }))}
        card={(row) => ({
          title: <CellText {...(row[0] ?? { text: '' })} />,
          result: row.at(-1)?.text ?? '',
          details: [detailsOf(row, columns)].filter(Boolean),
        })}
        lines={rows}
        emptyText={MESSAGES.noLines}
      />
    </div>
  );
}

/** Joins the cells between a row's first and last in one line. Only numbers get their column header as a label. */
function detailsOf(row: readonly Cell[], columns: Table['columns']): string {
  const between = row
    .slice(1, -1)
    .map(({ text }, index) => (columns[index + 1]?.isNumber && text ? `${columns[index + 1]?.header} ${text}` : text));
  return between.filter(Boolean).join(' · ');
}

const ICONS = { map: 'truck', list: 'next', record: 'document' } as const;

function LinkRow({ links }: Links) {
  const canOpen = useCanOpen();
  const open = links.filter(({ href }) => canOpen(href.split('?')[0] ?? ''));
  if (open.length === 0) return null;
  return (
    <ul className={classes.links}>
      {open.map(({ kind, label, href }) => (
        <li key={href}>
          <PortalLink href={href}>
            <span className={classes.linkText}>
              <Icon name={ICONS[kind]} size={16} />
              {label}
            </span>
          </PortalLink>
        </li>
      ))}
    </ul>
  );
}

interface PortalLinkProps {
  href: string;
  children: ReactNode;
}

/** A link in an answer to a portal page. Renders plain text if the user may not open that page. */
function PortalLink({ href, children }: PortalLinkProps) {
  const page = usePortalLink();
  const canOpen = useCanOpen();
  if (!isPortalPath(href) || !canOpen(href.split('?')[0] ?? '')) return <>{children}</>;
  return (
    <a
      className={classes.link}
      href={page.href(href)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        page.open(href);
      }}
    >
      {children}
    </a>
  );
}

const SAID_MS = 2000;

/** Button that copies an answer as plain text and confirms it in its own label. */
function CopyAnswer({ blocks }: { blocks: readonly AssistantBlock[] }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timeout = setTimeout(() => setIsCopied(false), SAID_MS);
    return () => clearTimeout(timeout);
  }, [isCopied]);
  const copy = async (): Promise<void> => setIsCopied(await copyText(plainText(blocks), MESSAGES.copyFailed));
  return (
    <button type="button" className={classes.copy} onClick={() => void copy()}>
      {isCopied ? <Icon name="check" size={14} /> : <LineIcon path={COPY_ICON} size={14} />}
      {isCopied ? MESSAGES.copied : MESSAGES.copy}
    </button>
  );
}
