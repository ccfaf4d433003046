import { ActionIcon, Button, CloseButton, Tooltip } from '@mantine/core';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { HttpProblem } from '#web/lib/http/http-errors.ts';
import { logFailure } from '#web/lib/log.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { Icon, type IconName } from '#web/patterns/icon.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import type { MailOfArea } from '#web/patterns/send-mail/mail-rules.ts';
import { SendMail } from '#web/patterns/send-mail/send-mail.tsx';
import { Skeleton, StillLoading } from '#web/patterns/skeleton.tsx';
import { openDocument, type PdfFile } from './open-document.ts';
import type { PDFDocumentProxy } from './pdf-engine.ts';
import { drawPage, PdfPage } from './pdf-page.tsx';
import { PDF_VIEWER_MESSAGES } from './pdf-viewer.messages.ts';
import classes from './pdf-viewer.module.css';
import { decodeBase64, saveFile } from './save-file.ts';
import { formatZoom, type PageView, stepZoom, usePageView } from './use-page-view.ts';
import { type OpenPdf, usePdf } from './use-pdf.ts';

export interface DocumentViewerProps<Key extends QueryKey = QueryKey> {
  title: string;
  /** The query that loads the document. */
  load: UseQueryOptions<PdfFile, Error, PdfFile, Key>;
  /** How the area sends the document by mail. Without it there is no Send Mail button. */
  mail?: MailOfArea | undefined;
  onClose: () => void;
}

/** A PDF with its tools and Send Mail. The area supplies the query and how to mail it. */
export function DocumentViewer<Key extends QueryKey>({ title, load, mail, onClose }: DocumentViewerProps<Key>) {
  const id = JSON.stringify(load.queryKey);
  const file = useQuery(openDocument(load));
  const data = file.data?.data;
  const bytes = useMemo(() => (data ? decodeBase64(data) : null), [data]);
  const { pdf, isFailed, retry } = usePdf(bytes);
  const view = usePageView(pdf);
  const [isPrinting, setIsPrinting] = useState(false);

  const isMissing = file.isError && !file.data;
  const save = file.data && bytes ? { bytes, ...file.data } : null;
  const print = async (): Promise<void> => {
    if (!pdf || isPrinting) return;
    setIsPrinting(true);
    try {
      await printPdf(pdf.document);
    } catch (cause) {
      logFailure('The document could not be printed.', cause);
      toasts.show({ kind: 'destructive', title: PDF_VIEWER_MESSAGES.printFailed });
    } finally {
      setIsPrinting(false);
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcuts apply to the whole viewer, wherever the focus is in it
    <div className={classes.viewer} onKeyDown={(event) => pressKey(event, view)}>
      <div className={classes.head}>
        {/* Focus the title, so that screen readers read it first. */}
        <h2 className={classes.title} tabIndex={-1} data-autofocus>
          {title}
        </h2>
        <PdfTools
          view={view}
          isPrinting={isPrinting}
          onDownload={save ? () => saveFile(save.bytes, save.fileName, save.contentType) : undefined}
          onPrint={pdf ? () => void print() : undefined}
        />
        {/* Only with a loaded document: a form that opened earlier would close, with its text, when loading fails. */}
        {/* The key gives each document a form of its own, so that a late answer closes no other one. */}
        {mail && file.data ? <SendMail key={id} name={id} mail={mail} /> : null}
        <CloseButton className={classes.close} iconSize={20} aria-label={PDF_VIEWER_MESSAGES.close} onClick={onClose} />
      </div>
      {isMissing ? <Failure error={file.error} onRetry={() => void file.refetch()} /> : null}
      {/* Fetch it again too: what could not be opened may have been damaged on its way. */}
      {isFailed ? <Failure error={null} onRetry={() => void file.refetch().then(retry)} /> : null}
      {pdf ? <PdfPages pdf={pdf} view={view} /> : null}
      {!pdf && !isFailed && !isMissing ? <DocumentSkeleton /> : null}
    </div>
  );
}

function Failure({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return (
    <div className={classes.failure}>
      <Notice
        kind="failure"
        title={PDF_VIEWER_MESSAGES.failed}
        action={
          <Button variant="default" onClick={onRetry}>
            {PDF_VIEWER_MESSAGES.retry}
          </Button>
        }
      >
        {error instanceof HttpProblem ? (error.problem.detail ?? error.problem.title) : null}
      </Notice>
    </div>
  );
}

const LINES = ['34%', '58%', '46%', '88%', '82%', '90%', '76%', '52%'];

function DocumentSkeleton() {
  return (
    <div className={classes.pages} role="status" aria-label={PDF_VIEWER_MESSAGES.loading}>
      <div className={classes.paper}>
        <StillLoading />
        {LINES.map((width) => (
          <Skeleton key={width} width={width} />
        ))}
      </div>
    </div>
  );
}

/** Keyboard shortcuts: `+`, `-` and `0` zoom, Page Up and Page Down change the page. */
function pressKey(event: KeyboardEvent, view: PageView): void {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const actions: Record<string, (() => void) | undefined> = {
    '+': view.zoomIn,
    '=': view.zoomIn,
    '-': view.zoomOut,
    '0': view.fitWidth,
    PageDown: view.page < view.pageCount ? () => view.goTo(view.page + 1) : undefined,
    PageUp: view.page > 1 ? () => view.goTo(view.page - 1) : undefined,
  };
  const act = actions[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

/** All pages of a document in one scrolling column. */
function PdfPages({ pdf, view }: { pdf: OpenPdf; view: PageView }) {
  const { scale, firstSize, onScroll, scrollerRef } = view;
  const numbers = Array.from({ length: pdf.document.numPages }, (_none, index) => index + 1);
  return (
    <section
      ref={scrollerRef}
      className={classes.pages}
      aria-label={PDF_VIEWER_MESSAGES.pages}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
      onScroll={onScroll}
    >
      {scale && firstSize
        ? numbers.map((number) => <PdfPage key={number} pdf={pdf} number={number} scale={scale} expectedSize={firstSize} />)
        : null}
    </section>
  );
}

interface PdfToolsProps {
  view: PageView;
  isPrinting: boolean;
  /** Undefined while there is no document to save or print. */
  onDownload: (() => void) | undefined;
  onPrint: (() => void) | undefined;
}

/** Toolbar for page, zoom, download and print. */
function PdfTools({ view, isPrinting, onDownload, onPrint }: PdfToolsProps) {
  const { page, pageCount, scale } = view;
  return (
    <div className={classes.tools} role="toolbar" aria-label={PDF_VIEWER_MESSAGES.tools}>
      {pageCount > 1 ? (
        <div className={classes.group}>
          <div data-desktop-only>
            <Tool icon="previous" label={PDF_VIEWER_MESSAGES.previousPage} onClick={page > 1 ? () => view.goTo(page - 1) : undefined} />
          </div>
          <span className={classes.figure} aria-live="polite">
            {PDF_VIEWER_MESSAGES.page(page, pageCount)}
          </span>
          <div data-desktop-only>
            <Tool icon="next" label={PDF_VIEWER_MESSAGES.nextPage} onClick={page < pageCount ? () => view.goTo(page + 1) : undefined} />
          </div>
        </div>
      ) : null}
      <div className={classes.group}>
        <Tool icon="minus" label={PDF_VIEWER_MESSAGES.zoomOut} onClick={canStep(scale, 'out') ? view.zoomOut : undefined} />
        <span className={classes.figure} data-desktop-only data-zoom>
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

/** Sharp on paper, and small enough for a phone's memory. */
const DOTS_PER_INCH = 200;
const UNITS_PER_INCH = 72;

/**
 * Prints a document as images on a sheet that is visible only in print. The content security policy forbids a frame with the document,
 * and mobile browsers would not print it.
 */
async function printPdf(pdf: PDFDocumentProxy): Promise<void> {
  const sheet = document.createElement('div');
  sheet.className = classes.sheet ?? '';
  const style = document.createElement('style');
  const urls: string[] = [];
  const remove = (): void => {
    sheet.remove();
    style.remove();
    for (const url of urls) URL.revokeObjectURL(url);
  };
  try {
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number);
      if (number === 1) style.textContent = pageRule(page.getViewport({ scale: 1 }));
      const image = new Image();
      const url = await pictureOf(await drawPage(page, 1, DOTS_PER_INCH / UNITS_PER_INCH, 'print').done);
      urls.push(url);
      image.src = url;
      image.alt = '';
      sheet.append(image);
      await image.decode();
    }
    document.head.append(style);
    document.body.append(sheet);
    window.addEventListener('afterprint', remove, { once: true });
    window.print();
  } catch (cause) {
    remove();
    throw cause;
  }
}

function pageRule({ width, height }: { width: number; height: number }): string {
  return `@page { size: ${width}pt ${height}pt; margin: 0; }`;
}

function pictureOf(canvas: HTMLCanvasElement): Promise<string> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(URL.createObjectURL(blob)) : reject(new Error('A page could not be drawn.'))), 'image/png');
  });
}
