import { defineMessages, text } from '@yardage/messages/messages';

/** Messages of the registration: page, form, dialogs and toasts. */
export const REGISTRATION_MESSAGES = defineMessages('registration', {
  welcome: text('Welcome to {platformName}', 'platformName'),
  welcomeText: 'Register to see orders, live deliveries, tickets, invoices and statements of your account, and to pay online.',
  noticeTitle: 'Important notice',
  notice: text(
    'Our legacy mobile app is retired. It is replaced by the new {platformName} app, which you find in the App Store and on Google Play.',
    'platformName',
  ),
  notes: {
    username: 'You sign in with your email address, not with your old username.',
    accounts: 'If you have more than one account, please register once for each of them.',
    password: 'A temporary password will be sent to your email address.',
  },
  formTitle: 'Account Registration',
  formText: 'Your registration is reviewed by an administrator within 24-48 hours.',
  dialogText: 'Ask for access to one more account. It is reviewed by an administrator within 24-48 hours.',
  email: 'Email',
  confirmEmail: 'Confirm email',
  phoneNumber: 'Phone number',
  companyName: 'Company',
  customerNumber: 'Customer #',
  firstName: 'First name',
  lastName: 'Last name',
  register: 'Register',
  registering: 'Registering User',
  cancel: 'Cancel',
  backToLogin: 'Back To Login',
  help: 'Questions about your registration?',
  agree: 'By registering you agree to our',
  terms: 'Terms of Service and Privacy Policy',
  closeTerms: 'Close',
  successTitle: 'User Registration',
  success: 'Your email is being reviewed. Please wait for admin approval.',
  failed: 'Error Registering User, Please Try Again!',
  exceptionTitle: 'Error',
  exception: 'An error occurred during registration',
  unknown: 'An unknown error occurred',
});

/** The text of the terms dialog (REG-05): what email and phone are used for. */
export const TERMS_MESSAGES = defineMessages('terms', {
  email: {
    title: 'How we use your email address',
    text: text(
      'Your email address is your username on {platformName}. We use it to sign you in, to send your temporary password, to tell you about your registration and your support requests, and to deliver documents that you ask us to send. We do not sell it.',
      'platformName',
    ),
  },
  phone: {
    title: 'How we use your phone number',
    text: 'We use your phone number to reach you about your registration, your orders and their deliveries. Calls and text messages are about your account only; message and data rates of your carrier may apply.',
  },
  account: {
    title: 'Your account',
    text: 'Access is given to you personally by an administrator of your company or by us, for the accounts you registered for. Please do not share your password. Your company can change or end your access at any time.',
  },
  rights: {
    title: 'What you can ask of us',
    text: 'You can ask which data about you we hold, have it corrected or deleted, and withdraw a registration that has not been decided yet. The contact below is the place to ask.',
  },
});
