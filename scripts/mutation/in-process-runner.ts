import type { StrykerOptions } from '@stryker-mutator/api/core';
import { commonTokens, declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import { collected } from './collected-tests.ts';
import { failureOf, loadTests, prepareDatabases, unloadTests } from './load-tests.ts';

// Runs tests in Stryker's own process. Vitest starts a worker and loads all modules for each of three thousand mutants, which takes
// hours; here a mutant takes milliseconds. Infinite loops are ended by Stryker, which starts a new process then.

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

interface RunnerOptions {
  tests: string[];
  /** Whether the tests copy databases. They must leave nothing behind that another run of them would notice. */
  hasDatabase?: boolean;
}

class InProcessRunner implements TestRunner {
  static readonly inject: [typeof commonTokens.options] = [commonTokens.options];
  readonly #options: RunnerOptions;
  /** Set before the first run, and when a mutant left something behind, such as a cached format or a row. */
  #isSpoilt = true;
  #remove: (() => Promise<void>) | undefined;

  constructor(options: StrykerOptions) {
    this.#options = options.inProcess as RunnerOptions;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    if (this.#options.hasDatabase) this.#remove = await prepareDatabases();
  }

  async dryRun(): Promise<DryRunResult> {
    await loadTests(this.#options.tests);
    this.#isSpoilt = false;
    const tests: TestResult[] = [];
    for (const { id, name, fileName, run } of collected.tests) {
      shared.currentTestId = id;
      const startedAt = performance.now();
      const failureMessage = await failureOf(run);
      const result = { id, name, fileName, timeSpentMs: performance.now() - startedAt };
      if (failureMessage === undefined) tests.push({ ...result, status: TestStatus.Success });
      else tests.push({ ...result, status: TestStatus.Failed, failureMessage });
    }
    shared.currentTestId = undefined;
    const { mutantCoverage } = shared;
    return { status: DryRunStatus.Complete, tests, ...(mutantCoverage && { mutantCoverage }) };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, reloadEnvironment }: MutantRunOptions): Promise<MutantRunResult> {
    if (mutantActivation === 'static') shared.activeMutant = activeMutant.id;
    if (this.#isSpoilt || reloadEnvironment) await loadTests(this.#options.tests);
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
      if (isEndless) return { status: MutantRunStatus.Timeout };
      return { status: MutantRunStatus.Killed, killedBy: [id], failureMessage, nrOfTests };
    }
    Object.assign(shared, { activeMutant: undefined, hitLimit: undefined });
    return { status: MutantRunStatus.Survived, nrOfTests };
  }

  async dispose(): Promise<void> {
    await unloadTests();
    await this.#remove?.();
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'in-process', InProcessRunner)];
export const strykerValidationSchema = { properties: { inProcess: { type: 'object' } } };
