// `npm run bench`: lists over HTTP beside the same SQL through bare `pg`. `npm run bench -- summary`: the dashboard of a large customer.
// `npm run bench -- documents`: reads while others download. `npm run bench -- chat`: chats while servers are killed and answers get lost.
// `npm run bench -- assistant`: how many questions the assistant answers rightly.
// `npm run bench -- eta`: how far expected arrivals are off. `npm run bench -- board`: 500 trucks on one board. `npm run bench -- map`: their frames a second.
const PARTS: Record<string, () => Promise<unknown>> = {
  summary: () => import('../bench/summary.ts'),
  assistant: () => import('../bench/assistant.ts'),
  eta: () => import('../bench/eta.ts'),
  chat: () => import('../bench/chat-chaos.ts'),
  board: () => import('../bench/board.ts'),
  documents: () => import('../bench/documents.ts'),
  map: () => import('../bench/map-frames.ts'),
};
await (PARTS[process.argv[2] ?? ''] ?? (() => import('../bench/lists.ts')))();

export {};
