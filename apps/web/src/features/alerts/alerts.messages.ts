import { defineMessages, text } from '@yardage/messages/messages';

/** Messages of the inbox of alerts, their settings and of following. */
export const ALERTS_MESSAGES = defineMessages('alerts', {
  bell: text('{count, plural, =0 {Alerts} one {Alerts, # unread} other {Alerts, # unread}}', 'count'),
  failed: 'The alerts could not be loaded',
  inbox: 'Inbox',
  empty: 'No alerts yet. Follow an order or a job from its panel, or choose events of the account below.',
  readAll: 'Mark all as read',
  more: 'Show earlier ones',
  unread: 'Unread',
  notRead: 'The alert could not be marked as read',

  account: text('Events of {account}', 'account'),
  accountText: 'You are alerted to these events of all orders and documents of this account.',
  followed: 'Followed orders and jobs',
  noneFollowed: 'You follow no order and no job of this account.',
  order: text('Order {number}', 'number'),
  job: text('All orders of {job}', 'job'),
  jobAt: text('All orders of {job} ({place})', 'job', 'place'),
  events: text('Events of {name}', 'name'),
  unfollow: 'Stop following',
  unfollowOne: text('Stop following {name}', 'name'),

  channels: 'How alerts reach you',
  channelsText: 'The inbox always has all alerts. Mails go to your address, for all your accounts.',
  mail: 'Mail',
  mailModes: { each: 'A mail for each alert', digest: 'One mail a day', off: 'No mails' },
  digestAt: 'Time of the daily mail',
  quietHours: 'Quiet hours',
  quietText:
    'In this time you get no notifications and no mails, except the daily one. What trucks do in it is listed here and is not sent later.',
  quietFrom: 'From',
  quietTo: 'Until',
  push: 'Notifications in this browser',
  pushText: 'Also while the portal is closed. Quiet hours apply.',
  pushUnsupported: 'This browser cannot show notifications. On an iPhone, add the portal to the home screen first.',
  pushDenied: 'Notifications of this site are blocked in the settings of the browser.',
  pushFailed: 'The notifications could not be turned on',
  saved: 'Saved',
  notSaved: 'The alerts could not be saved',

  follow: 'Follow',
  following: 'Following',
  followMenu: 'What to follow',
  thisOrder: 'This order',
  thisJob: 'All orders of this job',
  followText: 'Trucks that leave, come near and arrive, the last load, and changes.',
});
