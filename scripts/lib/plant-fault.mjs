import { registerHooks } from 'node:module';

// Loaded before a server that a torture test starts. PLANTED_FAULT names a source file and what to replace in it, as JSON. The test must
// find the fault; the product knows nothing of it.
const { file, from, to } = JSON.parse(process.env.PLANTED_FAULT ?? '{}');
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!file || !url.endsWith(`/${file}`)) return loaded;
    const source = String(loaded.source);
    if (!source.includes(from)) throw new Error(`The planted fault does not fit ${file} any more.`);
    return { ...loaded, source: source.replace(from, to) };
  },
});
