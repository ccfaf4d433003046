import { Icon } from '#web/patterns/icon.tsx';
import classes from './toggle-line.module.css';

interface ToggleLineProps {
  isOpen: boolean;
  /** The id of the element that it expands and collapses. */
  controls: string;
  onToggle: (isOpen: boolean) => void;
  children: string;
}

/** The last line of a card, which expands or collapses its content. */
export function ToggleLine({ isOpen, controls, onToggle, children }: ToggleLineProps) {
  return (
    <button type="button" className={classes.toggle} aria-expanded={isOpen} aria-controls={controls} onClick={() => onToggle(!isOpen)}>
      {children}
      <Icon name="chevron" size={16} className={classes.chevron} />
    </button>
  );
}
