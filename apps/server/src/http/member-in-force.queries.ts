import type { PermissionCode } from '@yardage/contract/permissions';
import { MEMBER_STATUS } from '@yardage/domain/member-rules';
import { type SQL, sql } from '#server/database/drizzle';

/** Whether a membership is in force: approved and not disabled. */
export function isMemberInForce(alias = 'm'): SQL {
  return sql.raw(`(${alias}.status_id = ${MEMBER_STATUS.approved} and ${alias}.is_enabled)`);
}

/** Whether the role of a membership has one of the permission codes. */
export function memberHoldsAny(codes: readonly PermissionCode[], alias = 'm'): SQL {
  const list = codes.map((code) => `'${code}'`).join(', ');
  return sql.raw(`exists (select from role_permissions may where may.role_id = ${alias}.role_id and may.code in (${list}))`);
}

/** The role of a staff member; null for everybody else. */
export function staffRoleOf(alias = 'u'): SQL {
  return sql.raw(`case when ${alias}.is_staff then ${alias}.staff_role end`);
}
