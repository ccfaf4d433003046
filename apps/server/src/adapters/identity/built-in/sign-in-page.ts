import { offeredLanguages } from '@yardage/messages/catalogues';
import { currentLanguage } from '@yardage/messages/language';
import { Html, html } from '#server/http/html';
import { SIGN_IN_MESSAGES as MESSAGES } from './sign-in.messages.ts';

export interface OneClickAccount {
  email: string;
  role: string;
  description: string;
}

export interface SignInPage {
  platformName: string;
  supportEmail: string;
  action: string;
  accounts: readonly OneClickAccount[];
  password: string;
  email: string;
  error: string | undefined;
}

/** For the first field that is still empty. */
const AUTOFOCUS = html` autofocus`;

/** Returns the built-in sign-in page in the portal's design: demo accounts to sign in with one click, and the usual form. */
export function signInPage(page: SignInPage): string {
  const error = page.error ? html`<p class="error" role="alert" id="sign-in-error">${page.error}</p>` : '';
  const accounts = page.accounts.map((account) => accountButton(page, account));
  return shell(
    `${MESSAGES.title} · ${page.platformName}`,
    html`<main>
  <section class="card form" aria-labelledby="title">
    ${brand(page.platformName)}
    <h1 id="title">${MESSAGES.title}</h1>
    ${error}
    <form method="post" action="${page.action}">
      <label for="email">${MESSAGES.email}</label>
      <input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${page.email}"${page.error ? html` aria-describedby="sign-in-error"` : ''}${page.email ? '' : AUTOFOCUS}>
      <label for="password">${MESSAGES.password}</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="200"${page.email ? AUTOFOCUS : ''}>
      <button class="primary" type="submit">${MESSAGES.title}</button>
    </form>
    ${page.supportEmail ? html`<p class="help">${MESSAGES.trouble} <a href="mailto:${page.supportEmail}">${page.supportEmail}</a></p>` : ''}
    <p class="languages" aria-label="${MESSAGES.language}">${offeredLanguages().map((language) => languageLink(page.action, language))}</p>
  </section>
  <section class="card accounts" aria-labelledby="accounts">
    <h2 id="accounts">${MESSAGES.demoAccounts}</h2>
    <p class="hint">${MESSAGES.oneClick} <code>${page.password}</code>.</p>
    <ul>${accounts}</ul>
  </section>
</main>
<script src="/sign-in/language.js"></script>`,
  );
}

export interface ChoosePasswordPage extends Pick<SignInPage, 'platformName' | 'action' | 'email' | 'error'> {
  /** The form sends it again; the user has just typed it. */
  temporaryPassword: string;
}

/** Returns the page after the first sign-in with a temporary password. */
export function choosePasswordPage(page: ChoosePasswordPage): string {
  const error = page.error ? html`<p class="error" role="alert" id="sign-in-error">${page.error}</p>` : '';
  return shell(
    `${MESSAGES.chooseTitle} · ${page.platformName}`,
    html`<main><section class="card form" aria-labelledby="title">
    ${brand(page.platformName)}
    <h1 id="title">${MESSAGES.chooseHeading}</h1>
    <p class="hint">${MESSAGES.chooseText(page.email)}</p>
    ${error}
    <form method="post" action="${page.action}">
      <input type="hidden" name="email" value="${page.email}"><input type="hidden" name="password" value="${page.temporaryPassword}">
      <label for="new-password">${MESSAGES.newPassword}</label>
      <input id="new-password" name="newPassword" type="password" autocomplete="new-password" required minlength="10" maxlength="200"${page.error ? html` aria-describedby="sign-in-error"` : ''}>
      <label for="repeated-password">${MESSAGES.repeatPassword}</label>
      <input id="repeated-password" name="repeatedPassword" type="password" autocomplete="new-password" required minlength="10" maxlength="200">
      <button class="primary" type="submit">${MESSAGES.save}</button>
    </form>
  </section></main>`,
  );
}

function languageLink(action: string, language: string): Html {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  const isCurrent = language === currentLanguage() ? html` aria-current="true"` : '';
  return html`<a href="${action.split('?')[0] ?? ''}?language=${language}" lang="${language}" data-language="${language}"${isCurrent}>${name.charAt(0).toUpperCase()}${name.slice(1)}</a>`;
}

function accountButton(page: SignInPage, account: OneClickAccount): Html {
  return html`<li><form method="post" action="${page.action}">
<input type="hidden" name="email" value="${account.email}"><input type="hidden" name="password" value="${page.password}">
<button type="submit"><span class="role">${account.role}</span><span class="what">${account.description}</span><span class="mail">${account.email}</span></button>
</form></li>`;
}

/** Returns the page that ends the provider's session. A script submits its form at once; without scripts the user presses the button. */
export function signOutPage(platformName: string, form: string): string {
  return shell(
    `${MESSAGES.signingOut} · ${platformName}`,
    html`<main><section class="card form">${brand(platformName)}<h1>${MESSAGES.signingOut}</h1>
${new Html(form)}<button class="primary" type="submit" form="op.logoutForm" name="logout" value="yes">${MESSAGES.signOut}</button></section></main>
<script src="/sign-in/sign-out.js"></script>`,
  );
}

/** Returns the page for a sign-in request that has expired or does not exist. */
export function expiredPage(platformName: string): string {
  return shell(
    `${MESSAGES.title} · ${platformName}`,
    html`<main><section class="card form">${brand(platformName)}<h1>${MESSAGES.expired}</h1>
<p class="hint">${MESSAGES.expiredText}</p><a class="primary" href="/login">${MESSAGES.again}</a></section></main>`,
  );
}

/** The portal's logo, inline so that it can use the colors of the color scheme. */
const MARK = new Html(
  '<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="7"/><path d="M7 21.5h18M9.5 16h13M12 10.5h8"/></svg>',
);

function brand(platformName: string): Html {
  return html`<p class="brand">${MARK}${platformName}</p>`;
}

function shell(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="${currentLanguage()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${title}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/sign-in/sign-in.css"></head>
<body>${body}</body></html>`.text;
}
