import { defineMessages, text } from '@yardage/messages/messages';

/** The mails about requests and memberships. Mails that anybody can cause to any address repeat nothing that was entered. */
export const MEMBER_MAIL_MESSAGES = defineMessages('server.member-mails', {
  subjects: {
    received: text('{platformName}: we received your registration', 'platformName'),
    approved: text('{platformName}: your account is ready', 'platformName'),
    rejected: text('{platformName}: about your registration', 'platformName'),
  },
  hello: 'Hello,',
  helloName: text('Hello {firstName},', 'firstName'),
  thanks: text('thank you for registering with {platformName}.', 'platformName'),
  reviewed: 'Registrations are reviewed within 24-48 hours. You will hear from us by email either way.',
  notYou: 'If you did not register, you can ignore this message.',
  more: text('{count} more', 'count'),
  access: text('you now have access to {account} on {platformName}.', 'account', 'platformName'),
  signInAsBefore: text('Sign in at {link} with {email} and your password, as before. The account is in your list.', 'link', 'email'),
  signInOtherMail: text(
    'Sign in at {link} with {email} and the temporary password of our other message to you, or with your own if you have chosen one since.',
    'link',
    'email',
  ),
  signInOutside: text(
    'Sign in at {link} with {email}. If you have no password there yet, choose "Sign up" or "Forgot password" on the sign-in page; use this very address.',
    'link',
    'email',
  ),
  signInFirst: text('Sign in at {link} with your email address and this temporary password:', 'link'),
  email: text('Email: {email}', 'email'),
  password: text('Temporary password: {password}', 'password'),
  validDays: text(
    'It is good for {days, plural, one {# day} other {# days}}. At your first sign-in you choose a password of your own.',
    'days',
  ),
  notApproved: text('your request for access to a customer account on {platformName} was not approved.', 'platformName'),
  mistake: 'If you think this is a mistake, please check the customer number with your company and register again, or contact us.',
});
