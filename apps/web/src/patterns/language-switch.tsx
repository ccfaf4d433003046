import { chooseLanguage, LANGUAGES, languageName } from '#web/lib/language/language.ts';
import classes from './language-switch.module.css';

/** The languages side by side, for pages without sign-in (LNG-01). The choice is stored with the user who signs in next. */
export function LanguageSwitch({ current }: { current: string }) {
  return (
    <div className={classes.languages}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={classes.language}
          aria-pressed={language === current}
          onClick={() => void chooseLanguage(language)}
        >
          {languageName(language)}
        </button>
      ))}
    </div>
  );
}
