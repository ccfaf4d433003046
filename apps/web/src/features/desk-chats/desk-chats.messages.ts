import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the dispatch desk. */
export const DESK_CHATS_MESSAGES = defineMessages('desk-chats', {
  selectPrompt: 'Select a chat to read it',
  list: 'Chats of all customers',
  search: 'Search chats',
  view: 'Chat',
  waitingFor: text('Waiting {duration}', 'duration'),
  underAMinute: 'less than a minute',
  minutes: text('{count} min', 'count'),
  hours: text('{minutes, plural, =0 {{hours} h} other {{hours} h {minutes} min}}', 'hours', 'minutes'),
  days: text('{count, plural, one {# day} other {# days}}', 'count'),

  join: 'Join',
  handBack: 'Hand back',
  end: 'End Chat',
  endTitle: 'End this chat?',
  endText: text('{customer} can read the chat, but not write in it any more. This cannot be undone.', 'customer'),
  keepChat: 'Keep the chat',
  changeFailedTitle: 'Error',
  changeFailed: 'The chat could not be changed. Please try again.',
  notJoined: 'Join the chat to answer.',
  withYou: 'With you',
  taken: text('{name} answers this chat.', 'name'),
  ended: 'This chat has ended.',

  about: 'About this chat',
  customer: 'Customer',
  customerNumber: 'Customer #',
  person: 'Asked by',
  email: 'Email',
  dataSource: 'Data source',
  started: 'Started',

  sound: 'Sound for a new chat',
  soundOn: 'Sound on',
  soundOff: 'Sound off',
  newChat: text('{count, plural, one {# chat is waiting} other {# chats are waiting}}', 'count'),
});
