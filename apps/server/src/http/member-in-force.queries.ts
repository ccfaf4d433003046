import { MEMBER_STATUS } from '@yardage/domain/member-rules';
import { type SQL, sql } from '#server/database/drizzle';

/** Whether a membership gives its rights: it was approved, and nobody has switched it off. */
export function isMemberInForce(alias = 'm'): SQL {
  return sql.raw(`(${alias}.status_id = ${MEMBER_STATUS.approved} and ${alias}.is_enabled)`);
}
