import { defineMessages, text } from '@yardage/messages/messages';

/** Texts of the built-in sign-in pages. */
export const SIGN_IN_MESSAGES = defineMessages('server.sign-in', {
  signIn: 'Sign in',
  email: 'Email',
  password: 'Password',
  trouble: 'Trouble signing in?',
  demoAccounts: 'Demo accounts',
  demoHint: 'One click signs you in. The password of each is',
  choosePassword: 'Choose a password',
  chooseYourPassword: 'Choose your password',
  chooseHint: text('Your temporary password worked. From now on you sign in as {email} with a password of your own.', 'email'),
  newPassword: 'New password',
  repeatPassword: 'Repeat it',
  saveAndSignIn: 'Save and sign in',
  signingOut: 'Signing out',
  signOut: 'Sign out',
  expired: 'This sign-in has expired',
  expiredHint: 'It was open for too long, or was finished in another tab.',
  signInAgain: 'Sign in again',
  wrongPassword: 'That email and password do not belong together.',
  expiredPassword: 'This temporary password has expired. Please ask for a new one.',
  tooShort: text('Use at least {length} characters.', 'length'),
  stillTemporary: 'Choose a password that is not the temporary one.',
  notTheSame: 'The two passwords are not the same.',
});
