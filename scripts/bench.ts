// `npm run bench`: lists over HTTP beside the same SQL through bare `pg`. `npm run bench -- summary`: the dashboard of a large customer.
await import(process.argv[2] === 'summary' ? '../bench/summary.ts' : '../bench/lists.ts');

export {};
