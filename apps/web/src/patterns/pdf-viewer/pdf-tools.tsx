import { ActionIcon, Tooltip } from '@mantine/core';
import { Icon, type IconName } from '#web/patterns/icon.tsx';
import { PDF_VIEWER_MESSAGES } from './pdf-viewer.messages.ts';
import classes from './pdf-viewer.module.css';
import { formatZoom, type PageView, stepZoom } from './use-page-view.ts';

interface PdfToolsProps {
  view: PageView;
  isPrinting: boolean;
  /** Undefined while there is no document to save or print. */
  onDownload: (() => void) | undefined;
  onPrint: (() => void) | undefined;
}

/** Toolbar for page, zoom, download and print. */
export function PdfTools({ view, isPrinting, onDownload, onPrint }: PdfToolsProps) {
  const { page, pageCount, scale } = view;
  return (
    <div className={classes.tools} role="toolbar" aria-label={PDF_VIEWER_MESSAGES.tools}>
      {pageCount > 1 ? (
        <div className={classes.group}>
          <div data-on="desk">
            <Tool icon="previous" label={PDF_VIEWER_MESSAGES.previousPage} onClick={page > 1 ? () => view.goTo(page - 1) : undefined} />
          </div>
          <span className={classes.figure} aria-live="polite">
            {PDF_VIEWER_MESSAGES.page(page, pageCount)}
          </span>
          <div data-on="desk">
            <Tool icon="next" label={PDF_VIEWER_MESSAGES.nextPage} onClick={page < pageCount ? () => view.goTo(page + 1) : undefined} />
          </div>
        </div>
      ) : null}
      <div className={classes.group}>
        <Tool icon="minus" label={PDF_VIEWER_MESSAGES.zoomOut} onClick={canStep(scale, 'out') ? view.zoomOut : undefined} />
        <span className={classes.figure} data-on="desk" data-zoom>
          {scale ? formatZoom(scale) : ''}
        </span>
        <Tool icon="plus" label={PDF_VIEWER_MESSAGES.zoomIn} onClick={canStep(scale, 'in') ? view.zoomIn : undefined} />
        <Tool icon="fitWidth" label={PDF_VIEWER_MESSAGES.fitWidth} onClick={scale ? view.fitWidth : undefined} isPressed={view.isFitted} />
      </div>
      <div className={classes.group}>
        <Tool icon="download" label={PDF_VIEWER_MESSAGES.download} onClick={onDownload} />
        <Tool icon="print" label={PDF_VIEWER_MESSAGES.print} onClick={onPrint} isBusy={isPrinting} />
      </div>
    </div>
  );
}

function canStep(scale: number | null, direction: 'in' | 'out'): boolean {
  return scale !== null && formatZoom(scale) !== `${Math.round(stepZoom(scale, direction) * 100)}%`;
}

interface ToolProps {
  icon: IconName;
  label: string;
  onClick: (() => void) | undefined;
  isPressed?: boolean;
  isBusy?: boolean;
}

function Tool({ icon, label, onClick, isPressed, isBusy = false }: ToolProps) {
  return (
    <Tooltip label={label} openDelay={400} withinPortal={false} events={{ hover: true, focus: false, touch: false }}>
      <ActionIcon
        className={classes.tool}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        aria-pressed={isPressed}
        // Not `disabled`, because the button would lose the focus on the last page.
        aria-disabled={!onClick}
        data-disabled={!onClick}
        loading={isBusy}
        onClick={onClick}
      >
        <Icon name={icon} />
      </ActionIcon>
    </Tooltip>
  );
}
