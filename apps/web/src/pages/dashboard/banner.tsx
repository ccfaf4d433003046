import type { ReactNode } from 'react';
import { publicConfig } from '#web/lib/config/public-config.ts';
import classes from './banner.module.css';
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

const WIDTH = 1200;
const HEIGHT = 160;
const GROUND = 132;

/** Columns of a building; those further away are lower and fainter: [x, height, layer]. */
const COLUMNS: readonly [number, number, 1 | 2][] = [
  [560, 36, 2],
  [620, 42, 2],
  [680, 48, 2],
  [740, 54, 2],
  [800, 60, 1],
  [860, 67, 1],
  [920, 74, 1],
];

/** The default banner: a pour on a site with columns, a pump's boom and a mixer, in the brand color. */
function BannerPicture({ className }: { className: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMaxYMax slice"
      role="img"
      aria-label={MESSAGES.banner}
    >
      <path className={classes.hill} d={`M0 ${GROUND} Q 300 70 620 108 T ${WIDTH} 80 V ${HEIGHT} H 0 Z`} />
      {COLUMNS.map(([x, height, layer]) => (
        <g key={x} className={layer === 1 ? classes.near : classes.far}>
          <rect x={x} y={GROUND - height} width={14} height={height} />
          <rect x={x - 8} y={GROUND - height - 6} width={60} height={6} />
        </g>
      ))}
      <path className={classes.boom} d={`M1108 ${GROUND - 18} L1070 58 L972 42 L944 ${GROUND - 84}`} />
      <g className={classes.truck}>
        <path d={`M1040 ${GROUND - 12} h120 v-6 h-120z`} />
        <path d={`M1136 ${GROUND - 18} v-30 h22 l12 16 v14z`} />
        <path d={`M1052 ${GROUND - 22} q-4 -22 14 -32 l46 -10 q16 0 16 18 q0 18 -16 20 l-44 6z`} />
        <circle cx={1062} cy={GROUND - 6} r={9} />
        <circle cx={1086} cy={GROUND - 6} r={9} />
        <circle cx={1148} cy={GROUND - 6} r={9} />
      </g>
      <rect className={classes.ground} y={GROUND} width={WIDTH} height={HEIGHT - GROUND} />
    </svg>
  );
}
