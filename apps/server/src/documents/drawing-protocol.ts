import type { DocumentDefinition } from './document-definition.ts';

/** A request to a drawing thread, in a language. `file` identifies a PDF that several documents are added to. */
export type DrawingRequest = { call: number; language: string } & (
  | { kind: 'document'; definition: DocumentDefinition }
  | { kind: 'open'; file: number; title: string }
  | { kind: 'add'; file: number; definition: DocumentDefinition }
  | { kind: 'end' | 'drop'; file: number }
);

/** The single reply to a request: bytes or an error. */
export type DrawingReply = { call: number } & ({ bytes: Uint8Array } | { error: string });
