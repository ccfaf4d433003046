import { defineMessages } from '@yardage/messages/messages';

/** UI text of dialogs with a form or a question. */
export const FORM_DIALOG_MESSAGES = defineMessages('form-dialog', {
  cancel: 'Cancel',
  discardTitle: 'Discard what you wrote?',
  discardText: 'It has not been saved or sent yet.',
  discard: 'Discard',
  keepWriting: 'Keep writing',
});
