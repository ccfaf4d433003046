import {
  addBrowser,
  changeFollow,
  countAlerts,
  followAccount,
  followDelivery,
  getAlertSettings,
  getPushKey,
  listAlertFollows,
  listAlerts,
  markAlertsRead,
  removeBrowser,
  unfollow,
  updateAlertSettings,
} from '@yardage/contract/alerts';
import type { Area } from '#server/features/area';
import { alertsService } from './alerts.service.ts';

/** Routes of ALR-01 and ALR-02. */
export const alertsArea: Area = (bind, services) => {
  const alerts = alertsService(services);
  bind(listAlerts, ({ caller, query }) => alerts.list(caller, query));
  bind(countAlerts, ({ caller }) => alerts.count(caller));
  bind(markAlertsRead, ({ caller, body }) => alerts.read(caller, body));
  bind(getAlertSettings, ({ caller }) => alerts.settings(caller));
  bind(updateAlertSettings, ({ caller, body }) => alerts.changeSettings(caller, body));
  bind(listAlertFollows, ({ scope }) => alerts.follows(scope));
  bind(followAccount, ({ scope, body }) => alerts.followAccount(scope, body.types));
  bind(followDelivery, ({ scope, params, body }) => alerts.followDelivery(scope, params.orderId, body));
  bind(changeFollow, ({ scope, params, body }) => alerts.changeFollow(scope, params.followId, body.types));
  bind(getPushKey, () => alerts.pushKey());
  bind(addBrowser, ({ caller, body }) => alerts.addBrowser(caller, body));
  bind(removeBrowser, ({ caller, body }) => alerts.removeBrowser(caller, body.endpoint));
  bind(unfollow, ({ scope, params }) => alerts.unfollow(scope, params.followId));
};
