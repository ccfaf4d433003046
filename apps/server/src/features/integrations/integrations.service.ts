import type { Input } from '@yardage/contract/endpoint';
import type { createApiKey } from '@yardage/contract/integrations';
import type { ShownServiceKey } from '@yardage/contract/service-keys';
import type { AreaServices } from '#server/features/area';
import { serviceKeysService } from '#server/features/service-keys/service-keys.service';
import { webhooksService } from '#server/features/webhooks/webhooks.service';
import { ApiError } from '#server/http/api-error';
import type { Scope } from '#server/http/scope';

/** The keys and webhooks of a customer's own systems, managed by its administrators within the customer's wall. */
export function integrationsService(services: AreaServices, scope: Scope) {
  const own = { actor: scope, owner: scope.customerId };
  const keys = serviceKeysService(services.database, own);
  return {
    keys,
    webhooks: webhooksService(services, own),

    /** Nobody can give a key more than they may see themselves. */
    async createKey({ permissions, ...key }: Input<typeof createApiKey>['body'], requestId: string): Promise<ShownServiceKey> {
      if (!permissions.every((code) => scope.permissions.has(code))) throw new ApiError('permission-missing');
      return keys.create({ ...key, scopes: permissions }, { userId: scope.userId, requestId });
    },
  };
}
