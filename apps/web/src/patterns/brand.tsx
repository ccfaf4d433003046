import { publicConfig } from '#web/lib/config/public-config.ts';
import classes from './brand.module.css';

interface BrandProps {
  /** Hides the name where there is only room for the logo. */
  isMarkOnly?: boolean;
  size?: 'small' | 'large';
}

/** The supplier's logo and platform name, from configuration (SHL-24). */
export function Brand({ isMarkOnly = false, size = 'small' }: BrandProps) {
  const { platformName, logoUrl } = publicConfig().branding;
  return (
    <span className={classes.brand} data-size={size}>
      {logoUrl ? <img className={classes.logo} src={logoUrl} alt={isMarkOnly ? platformName : ''} /> : <Mark />}
      {isMarkOnly ? null : <span className={classes.name}>{platformName}</span>}
    </span>
  );
}

function Mark() {
  return (
    <svg className={classes.logo} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--mantine-primary-color-filled)" />
      <path d="M7 21.5h18M9.5 16h13M12 10.5h8" stroke="var(--mantine-primary-color-contrast)" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}
