import type { ReactNode } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import classes from './banner.module.css';
import { BannerPicture } from './banner-picture.tsx';
import { DASHBOARD_MESSAGES as MESSAGES } from './dashboard.messages.ts';

/** The dashboard's header: the configured banner image or the default one, with the greeting in front (DSH-01). */
export function Banner({ children }: { children: ReactNode }) {
  const { bannerUrl, platformName, showWelcomeMessage } = publicConfig().branding;
  return (
    <header className={classes.banner}>
      {bannerUrl ? <img className={classes.image} src={bannerUrl} alt={MESSAGES.banner} /> : <BannerPicture className={classes.image} />}
      <div className={classes.words}>
        {children}
        {showWelcomeMessage ? <p className={classes.welcome}>{MESSAGES.welcomeTo(platformName)}</p> : null}
      </div>
    </header>
  );
}
