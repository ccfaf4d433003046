import { Button, Input } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type SignaturePad from 'signature_pad';
import { logFailure } from '#web/lib/log.ts';
import { SIGN_OFFS_MESSAGES as MESSAGES } from '../../sign-offs.messages.ts';
import classes from './sign-off.module.css';

/** The width of the picture that is sent. Enough for paper, and small enough for a form's field. */
const SENT_WIDTH = 600;
const INK = '#101828';

interface SignatureFieldProps {
  /** The signature as a PNG, or null. */
  value: string | null;
  onChange: (signature: string | null) => void;
  /** Written on the pad for those who cannot draw. */
  name: string;
  isRequired: boolean;
  isDisabled: boolean;
  error: string | null;
}

/** A pad to sign on with a finger, a pen or the mouse. Its script is loaded with the pad. */
export function SignatureField({ value, onChange, name, isRequired, isDisabled, error }: SignatureFieldProps) {
  const labelId = useId();
  const errorId = useId();
  const { canvas, pad, written, isPadMissing } = useSignaturePad(onChange, isDisabled);
  const wipe = (): void => {
    pad.current?.clear();
    canvas.current?.getContext('2d')?.clearRect(0, 0, canvas.current.width, canvas.current.height);
  };
  const clear = (): void => {
    written.current = '';
    wipe();
    onChange(null);
  };
  const writeName = (): void => {
    if (!canvas.current) return;
    wipe();
    written.current = name.trim();
    writeText(canvas.current, written.current);
    onChange(pictureOf(canvas.current));
  };
  return (
    <fieldset className={classes.group} aria-labelledby={labelId} aria-describedby={error ? errorId : undefined}>
      <div className={classes.groupHead}>
        <Input.Label labelElement="div" id={labelId}>
          {MESSAGES.signature}
          {isRequired ? null : <span className={classes.hint}> · {MESSAGES.optional}</span>}
        </Input.Label>
        {/* Not `disabled` without a signature, because the button would lose the focus that it has when it is pressed. */}
        <Button
          type="button"
          variant="subtle"
          disabled={isDisabled}
          aria-disabled={value === null || undefined}
          data-disabled={value === null}
          onClick={clear}
        >
          {MESSAGES.clear}
        </Button>
      </div>
      <div className={classes.pad} data-invalid={error ? true : undefined}>
        <canvas ref={canvas} className={classes.canvas} role="img" aria-label={value ? MESSAGES.signatureDone : MESSAGES.signHere} />
        {value === null ? <span className={classes.signHere}>{isPadMissing ? MESSAGES.padMissing : MESSAGES.signHere}</span> : null}
      </div>
      {error ? (
        <p className={classes.fault} id={errorId} role="alert">
          {error}
        </p>
      ) : null}
      <Button
        type="button"
        variant="subtle"
        disabled={isDisabled || name.trim() === ''}
        aria-invalid={error ? true : undefined}
        onClick={writeName}
      >
        {MESSAGES.writeName}
      </Button>
    </fieldset>
  );
}

/** Connects the pad to the canvas and keeps the canvas as sharp as the screen. */
function useSignaturePad(onChange: (signature: string | null) => void, isDisabled: boolean) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(undefined);
  /** The name that was written instead of drawn. */
  const written = useRef('');
  const [isReady, setIsReady] = useState(false);
  /** Whether the script of the pad could not be loaded, as at a first visit that loses its connection. A name can still be written. */
  const [isPadMissing, setIsPadMissing] = useState(false);
  const drawn = useEffectEvent(() => {
    if (canvas.current) onChange(pictureOf(canvas.current));
  });
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    let isGone = false;
    const fitCanvas = (): void => {
      const ratio = Math.max(window.devicePixelRatio, 1);
      const [width, height] = [Math.round(element.offsetWidth * ratio), Math.round(element.offsetHeight * ratio)];
      if (width === 0 || (element.width === width && element.height === height)) return;
      // Changing its size clears a canvas, so what was drawn is drawn again.
      const strokes = pad.current?.toData() ?? [];
      element.width = width;
      element.height = height;
      element.getContext('2d')?.scale(ratio, ratio);
      if (written.current) writeText(element, written.current);
      if (strokes.length > 0) pad.current?.fromData(strokes, { clear: false });
    };
    const observer = new ResizeObserver(fitCanvas);
    const loadPad = async (): Promise<void> => {
      try {
        const { default: Pad } = await import('signature_pad');
        if (isGone || pad.current) return;
        pad.current = new Pad(element, { penColor: INK, minWidth: 1, maxWidth: 2.8 });
        pad.current.addEventListener('endStroke', () => drawn());
        setIsReady(true);
        setIsPadMissing(false);
      } catch (cause) {
        logFailure('The signature pad could not be loaded.', cause);
        setIsPadMissing(true);
      }
    };
    const loadAgain = (): void => void (pad.current ?? loadPad());
    fitCanvas();
    observer.observe(element);
    void loadPad();
    window.addEventListener('online', loadAgain);
    return () => {
      isGone = true;
      window.removeEventListener('online', loadAgain);
      observer.disconnect();
      pad.current?.off();
      pad.current = undefined;
    };
  }, []);
  useEffect(() => {
    if (!isReady) return;
    if (isDisabled) pad.current?.off();
    else pad.current?.on();
  }, [isReady, isDisabled]);
  return { canvas, pad, written, isPadMissing };
}

/** Returns what is on the canvas as a PNG of a fixed width. */
function pictureOf(canvas: HTMLCanvasElement): string {
  const sent = document.createElement('canvas');
  sent.width = SENT_WIDTH;
  sent.height = Math.max(1, Math.round((canvas.height / canvas.width) * SENT_WIDTH));
  sent.getContext('2d')?.drawImage(canvas, 0, 0, sent.width, sent.height);
  return sent.toDataURL('image/png');
}

/** Writes a name across the canvas, as large as fits. */
function writeText(canvas: HTMLCanvasElement, text: string): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const [width, height] = [canvas.offsetWidth, canvas.offsetHeight];
  const fontOf = (size: number): string => `italic ${size}px "Segoe Script", "Snell Roundhand", cursive`;
  const largest = height * 0.4;
  context.font = fontOf(largest);
  const size = Math.min(largest, (largest * width * 0.85) / context.measureText(text).width);
  context.font = fontOf(size);
  context.fillStyle = INK;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(text, width / 2, height / 2);
}
