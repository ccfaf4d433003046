import type { AssistantBlock, AssistantEvent } from './assistant.ts';

// This file has no schemas: the web app uses it to assemble an answer while it streams in.

/** Adds a streamed event to an answer. Text continues the last text block; any other block is appended. */
export function withEvent(blocks: readonly AssistantBlock[], event: AssistantEvent): readonly AssistantBlock[] {
  if (event.type === 'block') return [...blocks, event.block];
  if (event.type !== 'text') return blocks;
  const last = blocks.at(-1);
  if (last?.kind !== 'text') return [...blocks, { kind: 'text', text: event.text }];
  return [...blocks.slice(0, -1), { kind: 'text', text: last.text + event.text }];
}

/** Returns an answer as plain text, for copying and for a model to read. */
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
