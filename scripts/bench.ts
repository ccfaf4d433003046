// `npm run bench`: lists over HTTP beside the same SQL through bare `pg`. `npm run bench -- summary`: the dashboard of a large customer.
// `npm run bench -- chat`: chats while servers are killed and answers get lost.
const BENCHES: Readonly<Record<string, string>> = { summary: '../bench/summary.ts', chat: '../bench/chat-chaos.ts' };
await import(BENCHES[process.argv[2] ?? ''] ?? '../bench/lists.ts');

export {};
