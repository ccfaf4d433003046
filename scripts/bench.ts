// `npm run bench`: lists over HTTP compared with the same SQL through plain `pg`. `npm run bench -- PART` runs another part:
// `summary`: the dashboard of a large customer. `documents`: reads during downloads.
// `chat`: chats while servers are killed and responses get lost. `assistant`: how many questions the assistant answers correctly.
// `eta`: error of the expected arrivals. `pour`: error of the predicted end of a pour. `board`: 500 trucks on one board. `map`: frames per
// second with those trucks.
// `scroll`: the longest tasks of the main thread while a list of 1,000 rows is scrolled.
// `supply`: tickets through the supply pipeline compared with COPY of the same rows. `supply-load`: memory and readers during a long load.
// `pdf`: one-page documents per second and core, and 100 tickets in one file.
// `web`: how fast pages open on a phone with a slow processor and a slow network.
// `telemetry`: 2,000 trucks that post their position every five seconds through one gateway.
// `sockets`: 5,000 idle live connections: memory, idle work and delivery compared with Socket.IO alone.
const PARTS: Record<string, () => Promise<unknown>> = {
  lists: () => import('../bench/lists.ts'),
  summary: () => import('../bench/summary.ts'),
  assistant: () => import('../bench/assistant.ts'),
  eta: () => import('../bench/eta.ts'),
  pour: () => import('../bench/pour.ts'),
  chat: () => import('../bench/chat-chaos.ts'),
  board: () => import('../bench/board.ts'),
  documents: () => import('../bench/documents.ts'),
  pdf: () => import('../bench/pdf.ts'),
  telemetry: () => import('../bench/telemetry.ts'),
  sockets: () => import('../bench/sockets.ts'),
  scroll: () => import('../bench/scroll.ts'),
  supply: () => import('../bench/supply.ts'),
  'supply-load': () => import('../bench/supply-load.ts'),
  web: () => import('../bench/web.ts'),
  map: () => import('../bench/map-frames.ts'),
};
const part = process.argv[2] ?? 'lists';
if (Object.hasOwn(PARTS, part)) await PARTS[part]?.();
else {
  console.error(`There is no part ${part}. The parts are ${Object.keys(PARTS).join(', ')}.`);
  process.exitCode = 1;
}

export {};
