import { defineConfig } from 'vitest/config';

const FILES = [
  ...['server.test', 'guard.once.test', 'readable-input.unit.test', 'shared-limits.once.test'].map((name) => `http/${name}.ts`),
  ...['payments.test', 'part-payments.test', 'payment-refusals.test', 'payment-attempts.test', 'payment-returns.test'].map(
    (name) => `features/payments/${name}.ts`,
  ),
  ...['payment-budget.test', 'payment-budget.unit.test', 'payment-secrecy.test'].map((name) => `features/payments/${name}.ts`),
  ...['service-keys/service-keys.test', 'integrations/integrations.test', 'desk/view-as.once.test'].map((name) => `features/${name}.ts`),
];

export default defineConfig({
  test: {
    // The name tells which databases are prepared.
    name: 'api-postgresql',
    include: FILES.map((name) => `apps/server/src/${name}`),
    globalSetup: './apps/server/src/testing/prepare-databases.ts',
    isolate: false,
    testTimeout: 90_000,
    hookTimeout: 180_000,
  },
});
