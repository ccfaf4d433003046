import classes from './imports.module.css';

interface ProgressLineProps {
  label: string;
  /** From 0 to 1. */
  share: number;
  text: string;
}

/** A progress bar with its figure in words. */
export function ProgressLine({ label, share, text }: ProgressLineProps) {
  return (
    <div className={classes.progress}>
      <span>{text}</span>
      <progress aria-label={label} max={100} value={Math.floor(share * 100)} />
    </div>
  );
}
