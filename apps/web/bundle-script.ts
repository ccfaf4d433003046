import { build, type Rolldown } from 'vite';

/** Bundles a script that is no part of the app's module graph: one classic script without imports. Returns its code. */
export async function bundleScript(entry: string, define: Record<string, string> = {}): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"', ...define },
    build: {
      write: false,
      copyPublicDir: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  const [chunk] = result.output;
  return chunk.code;
}
