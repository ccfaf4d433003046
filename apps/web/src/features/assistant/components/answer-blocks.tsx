import type { AssistantBlock } from '@yardage/contract/assistant';
import { useCanOpen } from '#web/lib/navigation/menu.ts';
import { Icon } from '#web/patterns/icon.tsx';
import { LineTable } from '#web/patterns/line-table/line-table.tsx';
import { ASSISTANT_MESSAGES as MESSAGES } from '../assistant.messages.ts';
import classes from './answer-blocks.module.css';
import { PortalLink } from './portal-link.tsx';

type Table = Extract<AssistantBlock, { kind: 'table' }>;
type Links = Extract<AssistantBlock, { kind: 'links' }>;
type Cell = Table['rows'][number][number];

/** Renders the blocks of an answer: plain text, facts, small tables and links. */
export function AnswerBlocks({ blocks }: { blocks: readonly AssistantBlock[] }) {
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
