/** What `npm run mutate -- PART` changes, and the tests that should notice. */
export const PARTS = {
  domain: {
    mutate: ['packages/domain/src/**/*.ts', '!**/*.test.ts', '!**/*.messages.ts', '!**/us-states.ts', '!packages/domain/src/testing/**'],
    tests: ['packages/domain/src/**/*.test.ts'],
  },
  guard: {
    mutate: ['apps/server/src/http/guard.ts', 'apps/server/src/http/service-keys.ts'],
    sql: ['apps/server/src/http/{view-sessions,ended-sessions,service-keys}.queries.ts'],
    tests: ['apps/server/src/http/guard*.test.ts'],
    hasDatabase: true,
  },
  scope: {
    mutate: ['apps/server/src/http/{scope,scope.queries}.ts'],
    sql: ['apps/server/src/http/{scope,member-in-force}.queries.ts'],
    tests: ['apps/server/src/http/guard*.test.ts'],
    hasDatabase: true,
  },
  payments: {
    mutate: [
      'apps/server/src/features/payments/payment-{flow,returns}.service.ts',
      'apps/server/src/features/payments/payment-{endings,returns,intents}.queries.ts',
    ],
    sql: ['apps/server/src/features/payments/payment-{endings,returns,intents}.queries.ts'],
    tests: ['apps/server/src/features/payments/{payment-states,money-back}.test.ts'],
    hasDatabase: true,
  },
  ledger: {
    mutate: ['apps/server/src/features/ledger/ledger.queries.ts'],
    sql: ['apps/server/src/features/ledger/ledger.queries.ts'],
    tests: ['apps/server/src/features/ledger/ledger-rules.test.ts'],
    hasDatabase: true,
  },
};
