import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../main.ts');
const END_WITH_PARENT = new URL('../../../../scripts/lib/end-with-parent.mjs', import.meta.url).href;
const START_TIMEOUT_MS = 120_000;

/** A running server. */
export interface ServerProcess {
  url: string;
  /** Its output so far. */
  output(): string;
  /** Ends it abruptly, like a power cut. */
  kill(): Promise<void>;
  /** Ends it like an orchestrator, and returns its exit code. */
  stop(): Promise<number | null>;
}

/** Runs a process that ends by itself, and returns its exit code and output. */
export async function runServer(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const { server, output } = spawnServer(env);
  await once(server, 'close');
  return { code: server.exitCode, output: output() };
}

/** Starts a process and does not wait for it. */
export function spawnServer(env: Record<string, string>, flags: readonly string[] = [], args: readonly string[] = []) {
  const server = spawn(process.execPath, [...flags, '--import', END_WITH_PARENT, MAIN, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      MODE: 'demo',
      HOST: '127.0.0.1',
      PORT: '0',
      CALLS_PER_MINUTE: '100000',
      PUBLIC_CALLS_PER_DAY: '100000000',
      ASSISTANT_IN_CHATS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  return { server, output: () => output };
}

/** Starts the server in a separate process, with additional settings. */
export async function startServer(
  env: Record<string, string>,
  flags: readonly string[] = [],
  args: readonly string[] = [],
): Promise<ServerProcess> {
  const { server, output } = spawnServer(env, flags, args);
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return server.exitCode;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
    return server.exitCode;
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const url = /listening on (http\S+)/.exec(output())?.[1];
    if (url) return { url, output, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') };
    if (server.exitCode !== null || Date.now() > deadline) {
      // Its last output may arrive after it has ended.
      const closed = once(server, 'close');
      await end('SIGKILL');
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 1000))]);
      throw new Error(`The server did not start (${server.exitCode ?? 'too slow'}):\n${output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
