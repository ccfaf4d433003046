import { ALERT_PERMISSIONS, ORDER_REQUEST_ALERT_PERMISSION } from '@yardage/contract/alerts';
import { DEFAULT_ALERT_SETTINGS } from '@yardage/domain/alerts';
import { MEMBER_STATUS } from '@yardage/domain/member-rules';

const codeOfType = Object.entries(ALERT_PERMISSIONS)
  .map(([type, code]) => `when '${type}' then '${code}'`)
  .join(' ');
/** The permission that the alert event `e` needs. */
const neededCode = `(case when e.facts ? 'requestId' then '${ORDER_REQUEST_ALERT_PERMISSION}' else case e.type ${codeOfType} end end)`;

/**
 * Whether the user of an alert or a follow may see the event `e` now: their membership is in force, and its role has the permission.
 * Checked when an alert is made, sent and read, because a member may be disabled or get another role in between.
 */
export const maySeeEvent = (alias: 'a' | 'f'): string =>
  `exists (select from members m join role_permissions rp on rp.role_id = m.role_id
     where m.customer_id = ${alias}.customer_id and m.user_id = ${alias}.user_id and m.status_id = ${MEMBER_STATUS.approved} and m.is_enabled
       and rp.code = ${neededCode})`;

/** How the user with this id (an SQL expression) gets alerts by mail. */
export const mailModeOf = (userId: string): string =>
  `coalesce((select s.mail from alert_settings s where s.user_id = ${userId}), '${DEFAULT_ALERT_SETTINGS.mail}')`;

/**
 * Whether the follow `f` covers this order and job. Follows and events from before jobs had keys are compared by the job's name: such a
 * follow has no `job_name`, and such an event no key. The SQL function `is_followed` has the same rule.
 */
export const isFollowed = (orderId: string, job: string, jobKey: string): string =>
  `case when f.order_id is not null then f.order_id = ${orderId}
     when f.job is not null then case when f.job_name is null or ${jobKey} is null then coalesce(f.job_name, f.job) = ${job} else f.job = ${jobKey} end
     else true end`;
