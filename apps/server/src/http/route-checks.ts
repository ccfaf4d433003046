import { ENDPOINTS } from '@yardage/contract/endpoints';
import type { FastifyInstance } from 'fastify';

/** Stops the server from starting with a route that is neither an endpoint of the contract nor declared public with a reason. */
export function assertRoutesDeclared(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.endpointId && !config?.publicBecause)
      throw new Error(`route ${method} ${url} declares neither an endpoint nor a reason to be public`);
  });
}

/** Stops the server from starting with an endpoint that is declared but not served, or served but not declared. */
export function assertAllBound(bound: ReadonlySet<string>): void {
  const declared = new Set(ENDPOINTS.map((endpoint) => endpoint.id));
  const missing = [...declared].filter((id) => !bound.has(id));
  const undeclared = [...bound].filter((id) => !declared.has(id));
  if (missing.length + undeclared.length > 0) {
    throw new Error(
      `endpoints without a handler: ${missing.join(', ') || 'none'}; handlers without a declaration: ${undeclared.join(', ') || 'none'}`,
    );
  }
}
