import { defineMessages, text } from '@yardage/messages/messages';

/** Validation messages of a mail (MAIL-02, MAIL-03). */
export const MAIL_MESSAGES = defineMessages('domain.mail', {
  emailRequired: 'Email is required',
  emailInvalid: 'Invalid email address',
  messageRequired: 'Message is required',
  messageTooShort: text('Message must be at least {length} characters long', 'length'),
  messageTooLong: text('Message is limited to {length} characters', 'length'),
  tooManyRecipients: text('A mail can go to {count} recipients at most', 'count'),
});

/** Validation messages of a member (USR-11 to USR-13). */
export const MEMBER_MESSAGES = defineMessages('domain.member', {
  phoneRequired: 'Phone number is required',
  phoneInvalid: 'Invalid phone number',
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  addressRequired: 'Address is required',
  cityRequired: 'City is required',
  stateRequired: 'State is required',
  zipRequired: 'Zip code is required',
  zipInvalid: 'Invalid zip code',
  roleRequired: 'Role is required',
});

/** Validation messages of a registration (REG-11 to REG-17). */
export const REGISTRATION_MESSAGES = defineMessages('domain.registration', {
  emailRequired: 'Email is required',
  emailInvalid: 'Invalid email format',
  confirmEmailRequired: 'Confirm email is required',
  confirmEmailInvalid: 'Invalid confirm email format',
  emailsDiffer: 'Email do not match',
  phoneRequired: 'Phone number is required',
  phoneInvalid: 'Phone number must be 10 digits',
  companyRequired: 'Company is required',
  customerNumberRequired: 'Customer # is required',
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  addressRequired: 'Address is required',
  cityRequired: 'City is required',
  stateRequired: 'State is required',
  zipRequired: 'Zip code is required',
  zipInvalid: 'Invalid zip code',
});

/** Validation messages of a support request (SUP-09 to SUP-12). */
export const SUPPORT_MESSAGES = defineMessages('domain.support', {
  titleRequired: 'Title is required',
  titleTooLong: text('Title is limited to {length} characters', 'length'),
  descriptionRequired: 'Description is required',
  descriptionTooLong: text('Description is limited to {length} characters', 'length'),
  categoryRequired: 'Category is required',
  typeRequired: 'Type is required',
  wrongFileType: 'Only .jpg, .jpeg, and .png files are allowed.',
  fileTooLarge: 'File size must not exceed 2 MB.',
  tooManyFiles: 'You can upload a maximum of 3 files.',
  sideTooLong: text('The picture is too large. Neither side may be longer than {pixels, number} pixels.', 'pixels'),
  tooManyPixels: 'The picture is too large. Use one of at most 24 megapixels.',
});

/** Validation messages of a sign-off (SGN-01). */
export const SIGN_OFF_MESSAGES = defineMessages('domain.sign-off', {
  receiverRequired: 'Enter who receives the load.',
  signatureRequired: 'Sign for the load.',
  signatureUnreadable: 'The signature could not be read. Sign again.',
  reasonRequired: 'Choose why the load is rejected.',
  explanationRequired: 'Describe the reason.',
  measure: text('Enter a number from {min} to {max}.', 'min', 'max'),
  notesTooLong: text('Notes are limited to {length} characters.', 'length'),
  photoTooLarge: 'A photo must not exceed 2 MB.',
  tooManyPhotos: text('Add up to {count} photos.', 'count'),
});

/** Validation messages for texts and names with characters that are not allowed. */
export const TEXT_MESSAGES = defineMessages('domain.text', {
  tooLong: 'This is too long.',
  notPlain: 'Use plain text without line breaks or control characters',
  notAName: 'Use a name without links, addresses or the characters < > @ / \\ :',
});

/** Messages about an accent colour. */
export const ACCENT_MESSAGES = defineMessages('domain.accent', {
  notAColour: 'Use a color as #rrggbb.',
  tooLight: 'This color is too light: lines and marks would hardly be seen on white. Choose a darker one.',
});
