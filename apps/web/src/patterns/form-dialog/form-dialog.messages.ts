/** UI text of dialogs with a form or a question. */
export const FORM_DIALOG_MESSAGES = {
  cancel: 'Cancel',
  discardTitle: 'Discard what you wrote?',
  discardText: 'It has not been saved or sent yet.',
  discard: 'Discard',
  keepWriting: 'Keep writing',
} as const;
