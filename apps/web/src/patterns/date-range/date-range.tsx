import { Popover, VisuallyHidden } from '@mantine/core';
import { Suspense } from 'react';
import { formatDay } from '#web/lib/formats/date-format.ts';
import { useFormats } from '#web/lib/formats/use-formats.ts';
import { useToday } from '#web/lib/formats/use-today.ts';
import { usePopup } from '#web/lib/overlays/use-overlay.ts';
import { Icon } from '../icon.tsx';
import { LatePopover } from '../late-popover.tsx';
import { lazyOpened } from '../lazy-opened.ts';
import { Skeleton } from '../skeleton.tsx';
import { DATE_RANGE_MESSAGES } from './date-range.messages.ts';
import classes from './date-range.module.css';
import { type DatePreset, type DayRange, datePresets, isSameRange } from './days.ts';

/** Loaded on demand: the calendar is a third of the page's script, and most users never open it. */
const loadPanel = () => import('./date-range-panel.tsx');
/** Opening the panel loads it again and says if it does not arrive. */
const preloadPanel = () => loadPanel().catch(() => undefined);
const DateRangePanel = lazyOpened(() => loadPanel().then(({ DateRangePanel }) => DateRangePanel));

interface DateRangeProps {
  /** Null means any date. */
  value: DayRange | null;
  onChange: (range: DayRange | null) => void;
  /** The page's default range, offered in addition to the five presets. */
  standard?: DatePreset;
  /** Whether the page can list without a date range. */
  canClear?: boolean;
}

/** Date range filter with presets, typed dates and a calendar, in the data source's time zone (TBL-09, TBL-10). */
export function DateRange({ value, onChange, standard, canClear = false }: DateRangeProps) {
  const popup = usePopup();
  const { timeZone } = useFormats();
  const now = useToday();
  const presets = datePresets(now);
  const named = [...(standard ? [standard] : []), ...presets].find(({ range }) => isSameRange(range, value));
  const days = value ? rangeText(value) : DATE_RANGE_MESSAGES.anyDate;
  const isUsed = standard ? !isSameRange(standard.range, value) : value !== null;
  const choose = (range: DayRange | null): void => {
    popup.onChange(false);
    if (!isSameRange(range, value)) onChange(range);
  };

  return (
    <LatePopover
      {...popup}
      position="bottom-start"
      width="auto"
      shadow="md"
      trapFocus
      returnFocus
      transitionProps={{ duration: 100 }}
      classNames={{ dropdown: classes.dropdown }}
      button={
        <button
          type="button"
          className={classes.target}
          data-used={isUsed || undefined}
          onClick={() => popup.onChange((wasOpen) => !wasOpen)}
          onPointerEnter={preloadPanel}
          onFocus={preloadPanel}
        >
          <Icon name="calendar" size={16} className={classes.icon} />
          <VisuallyHidden>{DATE_RANGE_MESSAGES.chosen}</VisuallyHidden>
          {named ? <span className={classes.name}>{named.label}</span> : null}
          <span className={named ? classes.days : undefined}>{days}</span>
          <Icon name="chevron" size={16} className={classes.icon} />
        </button>
      }
    >
      <Popover.Dropdown aria-label={DATE_RANGE_MESSAGES.label}>
        <Suspense fallback={<Skeleton width={560} height={300} />}>
          <DateRangePanel
            value={value}
            today={now}
            timeZone={timeZone}
            presets={standard ? [standard, ...presets] : presets}
            onChoose={choose}
            canClear={canClear}
          />
        </Suspense>
      </Popover.Dropdown>
    </LatePopover>
  );
}

function rangeText({ from, to }: DayRange): string {
  return from === to ? formatDay(from) : DATE_RANGE_MESSAGES.between(formatDay(from), formatDay(to));
}
