import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the desk's page about canned replies. */
export const CANNED_REPLIES_MESSAGES = defineMessages('canned-replies', {
  loadFailed: 'The replies could not be loaded.',
  context: 'Answers that dispatchers can choose in a chat, for each data source',
  empty: 'There are no replies yet.',
  add: 'New reply',
  edit: 'Change',
  editTitle: 'Change reply',
  title: 'Title',
  text: 'Text',
  dataSource: 'Data source',
  chooseDataSource: 'Choose a data source',
  dataSourceRequired: 'Choose a data source.',
  titleRequired: 'Enter a title.',
  textRequired: 'Enter the text.',
  actions: 'Actions',
  actionsOf: text('Actions of {title}', 'title'),
  save: 'Save',
  saved: 'The reply is saved.',
  saveFailed: 'The reply could not be saved.',
  remove: 'Delete',
  removeTitle: text('Delete ‘{title}’?', 'title'),
  removeText: 'Dispatchers cannot choose it any more.',
  removeFailed: 'The reply could not be deleted.',
});
