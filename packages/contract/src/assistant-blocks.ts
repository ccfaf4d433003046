import type { AssistantBlock, AssistantEvent } from './assistant.ts';

// No schema stands here: the web app gathers an answer with it while it comes in.

/** An answer with what just came: text goes on where the last text ended, anything else stands on its own. */
export function withEvent(blocks: readonly AssistantBlock[], event: AssistantEvent): readonly AssistantBlock[] {
  if (event.type === 'block') return [...blocks, event.block];
  if (event.type !== 'text') return blocks;
  const last = blocks.at(-1);
  if (last?.kind !== 'text') return [...blocks, { kind: 'text', text: event.text }];
  return [...blocks.slice(0, -1), { kind: 'text', text: last.text + event.text }];
}

/** An answer as plain text, for copying and for a model that reads it. */
export function plainText(blocks: readonly AssistantBlock[]): string {
  return blocks.map(textOf).filter(Boolean).join('\n\n');
}

function textOf(block: AssistantBlock): string {
  if (block.kind === 'text') return block.text;
  if (block.kind === 'facts') return block.facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
  if (block.kind === 'links') return '';
  const head = block.columns.map(({ header }) => header).join('\t');
  return [head, ...block.rows.map((row) => row.map(({ text }) => text).join('\t'))].join('\n');
}
