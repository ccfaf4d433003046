import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import { collected } from './collected-tests.ts';

// Runs pure tests in Stryker's own process. Vitest starts a worker and loads all modules for each of three thousand mutants, which takes
// hours; here a mutant takes a few milliseconds. Infinite loops are ended by Stryker, which starts a new process then.

/** What the instrumented code and its runner share. */
interface Shared {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
}
const globals = globalThis as { __stryker__?: Shared };
globals.__stryker__ ??= {};
const shared: Shared = globals.__stryker__;

const TESTS = 'packages/domain/src/**/*.test.ts';
const COLLECTOR = new URL('./collected-tests.ts', import.meta.url).href;
const root = () => pathToFileURL(`${process.cwd()}/`).href;

/** Modules of the sandbox are loaded anew under another address. */
let generation = 0;
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === 'vitest' && context.parentURL !== COLLECTOR) return { url: COLLECTOR, shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    const isOfSandbox = resolved.url.startsWith(root()) && !resolved.url.includes('/node_modules/');
    return isOfSandbox ? { ...resolved, url: `${resolved.url.split('?')[0]}?generation=${generation}` } : resolved;
  },
});

class InProcessRunner implements TestRunner {
  /** Set when a mutant left something behind in a module, such as a cached format. */
  #isSpoilt = true;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun(): Promise<DryRunResult> {
    await this.#load();
    const tests: TestResult[] = [];
    for (const { id, name, fileName, run } of collected.tests) {
      shared.currentTestId = id;
      const startedAt = performance.now();
      const failureMessage = await failureOf(run);
      const result = { id, name, fileName, timeSpentMs: performance.now() - startedAt };
      tests.push(failureMessage === undefined ? { ...result, status: TestStatus.Success } : { ...result, status: TestStatus.Failed, failureMessage });
    }
    shared.currentTestId = undefined;
    const mutantCoverage = shared.mutantCoverage;
    return { status: DryRunStatus.Complete, tests, ...(mutantCoverage && { mutantCoverage }) };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, reloadEnvironment }: MutantRunOptions): Promise<MutantRunResult> {
    if (mutantActivation === 'static') shared.activeMutant = activeMutant.id;
    if (this.#isSpoilt || reloadEnvironment) await this.#load();
    this.#isSpoilt = mutantActivation === 'static';
    Object.assign(shared, { activeMutant: activeMutant.id, hitCount: 0, hitLimit });
    const wanted = new Set(testFilter);
    let nrOfTests = 0;
    for (const { id, run } of collected.tests) {
      if (testFilter && !wanted.has(id)) continue;
      nrOfTests += 1;
      const failureMessage = await failureOf(run);
      if (failureMessage === undefined) continue;
      const isEndless = determineHitLimitReached(shared.hitCount, hitLimit) !== undefined;
      Object.assign(shared, { activeMutant: undefined, hitLimit: undefined });
      this.#isSpoilt ||= (await failureOf(run)) !== undefined;
      return isEndless ? { status: MutantRunStatus.Timeout } : { status: MutantRunStatus.Killed, killedBy: [id], failureMessage, nrOfTests };
    }
    Object.assign(shared, { activeMutant: undefined, hitLimit: undefined });
    return { status: MutantRunStatus.Survived, nrOfTests };
  }

  async #load(): Promise<void> {
    generation += 1;
    collected.tests = [];
    for (const path of globSync(TESTS).sort()) {
      collected.fileName = join(process.cwd(), path);
      await import(pathToFileURL(collected.fileName).href);
    }
  }
}

async function failureOf(run: () => unknown): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner)];
