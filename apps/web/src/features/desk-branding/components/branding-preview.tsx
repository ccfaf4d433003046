import type { DeskBrandingSettings } from '@yardage/contract/desk-branding';
import { contrastOf } from '@yardage/domain/colors';
import { Card } from '#web/patterns/card.tsx';
import { DESK_BRANDING_MESSAGES as MESSAGES } from '../desk-branding.messages.ts';
import classes from './branding-preview.module.css';

interface BrandingPreviewProps {
  settings: DeskBrandingSettings;
  accent: string;
  logoUrl: string | null;
}

/** What is typed, as the portal, a mail and a PDF show it. Paper is white in both colour schemes. */
export function BrandingPreview({ settings, accent, logoUrl }: BrandingPreviewProps) {
  const { platformName, documentTitle, supportPhone, supportEmail, addressLines } = settings;
  const ink = contrastOf(accent, '#ffffff') >= contrastOf(accent, '#141c24') ? '#ffffff' : '#141c24';
  const mark = logoUrl ? (
    <img className={classes.logo} src={logoUrl} alt="" />
  ) : (
    <span className={classes.mark} style={{ background: accent }} />
  );
  return (
    <Card title={MESSAGES.preview}>
      <div className={classes.previews}>
        <section className={classes.sheet} aria-label={MESSAGES.previewPortal}>
          <p className={classes.window}>{documentTitle}</p>
          <p className={classes.brand}>
            {mark}
            <strong>{platformName}</strong>
          </p>
          <p className={classes.row}>
            <span className={classes.button} style={{ background: accent, color: ink }}>
              {MESSAGES.previewButton}
            </span>
            <span style={{ color: accent }}>{MESSAGES.previewLink}</span>
          </p>
        </section>
        <section className={classes.sheet} aria-label={MESSAGES.previewMail}>
          <p className={classes.caption}>{MESSAGES.previewMail}</p>
          <p>
            {MESSAGES.previewMailText} {platformName}.
          </p>
          <p className={classes.lines}>{[platformName, supportPhone, supportEmail].join('\n')}</p>
        </section>
        <section className={classes.sheet} aria-label={MESSAGES.previewPaper}>
          <p className={classes.caption}>{MESSAGES.previewPaper}</p>
          <div className={classes.letterhead} style={{ borderColor: accent }}>
            <p className={classes.brand}>{logoUrl ? mark : <strong>{platformName}</strong>}</p>
            <p className={classes.lines}>{[...addressLines, supportPhone, supportEmail].join('\n')}</p>
          </div>
        </section>
      </div>
    </Card>
  );
}
