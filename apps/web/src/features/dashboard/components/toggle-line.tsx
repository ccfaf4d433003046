import { Icon } from '#web/patterns/icon.tsx';
import classes from './toggle-line.module.css';

interface ToggleLineProps {
  isOpen: boolean;
  /** The id of what it opens and closes. */
  controls: string;
  onToggle: (isOpen: boolean) => void;
  children: string;
}

/** The last line of a card that shows more of itself, or less. */
export function ToggleLine({ isOpen, controls, onToggle, children }: ToggleLineProps) {
  return (
    <button type="button" className={classes.toggle} aria-expanded={isOpen} aria-controls={controls} onClick={() => onToggle(!isOpen)}>
      {children}
      <Icon name="chevron" size={16} className={classes.chevron} />
    </button>
  );
}
