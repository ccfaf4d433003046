import { PERMISSIONS, type PermissionCode } from '@yardage/contract/permissions';
import { MEMBER_STATUS } from '@yardage/domain/member-rules';
import { type SQL, sql } from '#server/database/drizzle';

/**
 * Whether a key, webhook or link may be used. One of a customer requires that the member who made it still has every permission for it; one of the
 * supplier, or without a maker, requires nothing. `alias` has the columns customer_id and created_by.
 */
export function isMakerInForce(alias: string, codes: readonly PermissionCode[] = [PERMISSIONS.ACCOUNT_INTEGRATIONS]): SQL {
  const may = codes
    .map((code) => `and exists (select from role_permissions may where may.role_id = maker.role_id and may.code = '${code}')`)
    .join(' ');
  return sql.raw(`(${alias}.customer_id is null or ${alias}.created_by is null or exists (
    select from members maker join users maker_user on maker_user.id = maker.user_id
    where maker.customer_id = ${alias}.customer_id and maker.user_id = ${alias}.created_by and maker.status_id = ${MEMBER_STATUS.approved}
      and maker.is_enabled and maker_user.is_enabled ${may}))`);
}
