import { MEMBER_STATUS } from '@yardage/domain/member-rules';
import { type SQL, sql } from '#server/database/drizzle';

/** Whether a membership is in force: approved and not disabled. */
export function isMemberInForce(alias = 'm'): SQL {
  return sql.raw(`(${alias}.status_id = ${MEMBER_STATUS.approved} and ${alias}.is_enabled)`);
}

/** The role of a staff member; null for everybody else. */
export function staffRoleOf(alias = 'u'): SQL {
  return sql.raw(`case when ${alias}.is_staff then ${alias}.staff_role end`);
}
