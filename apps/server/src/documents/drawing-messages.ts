import type { DocumentDefinition } from './document-definition.ts';

/** What a drawing thread is asked for; `file` names a PDF that several documents are put into. */
export type DrawingRequest = { call: number } & (
  | { kind: 'document'; definition: DocumentDefinition }
  | { kind: 'open'; file: number; title: string }
  | { kind: 'add'; file: number; definition: DocumentDefinition }
  | { kind: 'end' | 'drop'; file: number }
);

/** Every request is answered once, by bytes or by what went wrong. */
export type DrawingReply = { call: number } & ({ bytes: Uint8Array } | { error: string });
