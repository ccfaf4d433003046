import { useTruckLink } from '#web/lib/navigation/page-links.ts';
import { isPlainClick, useRowTabIndex } from './data-table/row-tab-index.ts';
import { Icon } from './icon.tsx';
import classes from './live-truck.module.css';

interface LiveTruckProps {
  ticketId: number;
  /** The tooltip. */
  title: string;
  /** The link's target, for screen readers. */
  label: string;
  /** What it does for users who may not track trucks. Without it, they see no icon. */
  otherwise?: { label: string; run: () => void };
}

/** A truck icon that links to the truck on the map (TKT-07). */
export function LiveTruck({ ticketId, title, label, otherwise }: LiveTruckProps) {
  const link = useTruckLink();
  const tabIndex = useRowTabIndex();
  const common = { className: classes.live, title, tabIndex, 'data-row-control': true };
  if (link) {
    return (
      <a
        {...common}
        href={link.href(ticketId)}
        aria-label={label}
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          link.open(ticketId);
        }}
      >
        <Icon name="truck" size={18} />
      </a>
    );
  }
  if (!otherwise) return null;
  return (
    <button {...common} type="button" aria-label={otherwise.label} onClick={otherwise.run}>
      <Icon name="truck" size={18} />
    </button>
  );
}
