import { expect, it } from 'vitest';
import { ENDPOINTS } from './endpoints.ts';
import { ALL_SCOPES, GRANTABLE_SCOPES } from './service-scopes.ts';

it('FED-01 a key can be granted exactly what some call needs', () => {
  const needed = ENDPOINTS.flatMap(({ access }) => ('service' in access ? [access.service] : []));
  expect([...new Set(needed)].sort()).toEqual(GRANTABLE_SCOPES.filter((scope) => scope !== ALL_SCOPES).sort());
});
