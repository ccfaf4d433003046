import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the built-in sign-in pages. */
export const SIGN_IN_MESSAGES = defineMessages('server.sign-in', {
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  trouble: 'Trouble signing in?',
  demoAccounts: 'Demo accounts',
  oneClick: 'One click signs you in. The password of each is',
  wrongPassword: 'That email and password do not belong together.',
  expiredPassword: 'This temporary password has expired. Please ask for a new one.',
  chooseTitle: 'Choose a password',
  chooseHeading: 'Choose your password',
  chooseText: text('Your temporary password worked. From now on you sign in as {email} with a password of your own.', 'email'),
  newPassword: 'New password',
  repeatPassword: 'Repeat it',
  save: 'Save and sign in',
  tooShort: text('Use at least {length} characters.', 'length'),
  sameAsTemporary: 'Choose a password that is not the temporary one.',
  notTheSame: 'The two passwords are not the same.',
  signingOut: 'Signing out',
  signOut: 'Sign out',
  expired: 'This sign-in has expired',
  expiredText: 'It was open for too long, or was finished in another tab.',
  again: 'Sign in again',
  language: 'Language',
});
