import type { ReactNode } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import classes from './banner.module.css';
import { BannerPicture } from './banner-picture.tsx';
import { DASHBOARD_MESSAGES as WORDS } from './dashboard.messages.ts';

/** The dashboard's head: the brand's banner image, or the portal's own, with the greeting in front of it (DSH-01). */
export function Banner({ children }: { children: ReactNode }) {
  const { bannerUrl, platformName, showWelcomeMessage } = publicConfig().branding;
  return (
    <header className={classes.banner}>
      {bannerUrl ? <img className={classes.image} src={bannerUrl} alt={WORDS.banner} /> : <BannerPicture className={classes.image} />}
      <div className={classes.words}>
        {children}
        {showWelcomeMessage ? <p className={classes.welcome}>{WORDS.welcomeTo(platformName)}</p> : null}
      </div>
    </header>
  );
}
