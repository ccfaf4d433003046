/** Words of every dialog with a form or a question. */
export const FORM_DIALOG_MESSAGES = {
  cancel: 'Cancel',
} as const;
