import { Button, Input, Progress, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import { FilePicker } from '#web/patterns/file-picker.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { useObjectUrl } from '#web/patterns/pictures/picture-list.tsx';
import { FILES_FIELD_MESSAGES as MESSAGES } from './files-field.messages.ts';
import classes from './files-field.module.css';

interface FileRules {
  maxCount: number;
  /** Why a file cannot be attached; null if it can. */
  faultOf: (file: File) => string | null;
  tooMany: () => string;
  /** Why a picture that the browser cannot display is removed again. Without it, it stays. */
  unreadable?: () => string;
}

const keyOf = ({ name, size, lastModified }: File): string => `${name}/${size}/${lastModified}`;

/** The chosen files of a form, and why others were not taken. */
export function useFiles({ maxCount, faultOf, tooMany, unreadable }: FileRules) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const remove = (gone: File, why: string | null = null): void => {
    setFiles((kept) => kept.filter((file) => file !== gone));
    setFault(why);
  };
  return {
    files,
    fault,
    setFault,
    clear: (): void => {
      setFiles([]);
      setFault(null);
    },
    add: (chosen: readonly File[]): void => {
      const faults = chosen.map(faultOf).filter((each) => each !== null);
      // A file that is chosen again is already there.
      const good = chosen.filter((file) => faultOf(file) === null && !files.some((known) => keyOf(known) === keyOf(file)));
      setFiles([...files, ...good].slice(0, maxCount));
      setFault(faults[0] ?? (files.length + good.length > maxCount ? tooMany() : null));
    },
    remove: (gone: File): void => remove(gone),
    /** Called if the browser cannot display a file as a picture. */
    refuse: (file: File): void => {
      if (unreadable) remove(file, unreadable());
    },
  };
}

interface FilesFieldProps {
  label: string;
  hint: string;
  state: ReturnType<typeof useFiles>;
  isDisabled: boolean;
  /** The text of the button. */
  addText?: string;
  /** The types that the file picker suggests. */
  types?: readonly string[];
}

const PICTURES_AND_PDF = ['image/jpeg', 'image/png', 'application/pdf'];

/** Field to add, preview and remove files. */
export function FilesField({ label, hint, state, isDisabled, addText = MESSAGES.add, types = PICTURES_AND_PDF }: FilesFieldProps) {
  const { files, fault, add, remove, refuse } = state;
  const labelId = useId();
  const hintId = useId();
  const faultId = useId();
  return (
    <fieldset className={classes.group} aria-labelledby={labelId}>
      <div className={classes.head}>
        <div>
          <Input.Label labelElement="div" id={labelId}>
            {label}
          </Input.Label>
          <p className={classes.hint} id={hintId}>
            {hint}
          </p>
        </div>
        {/* Allow every file type, so that a wrong one gets an error message instead of being greyed out. */}
        <FilePicker onChange={add} multiple accept={[...types, '*/*'].join(',')}>
          {(props) => (
            <Button
              {...props}
              type="button"
              variant="default"
              disabled={isDisabled}
              leftSection={<Icon name="plus" size={16} />}
              aria-invalid={fault ? true : undefined}
              aria-describedby={`${hintId} ${faultId}`}
            >
              {addText}
            </Button>
          )}
        </FilePicker>
      </div>
      {files.length > 0 ? (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={keyOf(file)} className={classes.file}>
              <Preview file={file} onUnreadable={() => refuse(file)} />
              <span className={classes.name}>{file.name}</span>
              <span className={classes.size}>{sizeText(file.size)}</span>
              <button
                type="button"
                className={classes.remove}
                aria-label={MESSAGES.remove(file.name)}
                title={MESSAGES.remove(file.name)}
                disabled={isDisabled}
                onClick={() => remove(file)}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <VisuallyHidden role="status">{files.length > 0 ? MESSAGES.chosen(files.length) : ''}</VisuallyHidden>
      <p className={classes.fault} id={faultId} role="alert">
        {fault}
      </p>
    </fieldset>
  );
}

function Preview({ file, onUnreadable }: { file: File; onUnreadable: () => void }) {
  const isPdf = /\.pdf$/i.test(file.name);
  const url = useObjectUrl(isPdf ? undefined : file);
  return <span className={classes.preview}>{url ? <img src={url} alt="" onError={onUnreadable} /> : <Icon name="document" />}</span>;
}

/** Upload progress. At 100 % the server checks the files. */
export function UploadProgress({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100);
  const text = percent < 100 ? MESSAGES.sending(percent) : MESSAGES.checking;
  return (
    <div className={classes.sending}>
      {/* The bar has the figure. Screen readers would read out each change of the text. */}
      <p role="status" aria-live={percent < 100 ? 'off' : 'polite'}>
        {text}
      </p>
      <Progress.Root size={6}>
        <Progress.Section value={percent} aria-label={percent < 100 ? MESSAGES.sendingLabel : text} />
      </Progress.Root>
    </div>
  );
}

const KILOBYTE = 1024;

function sizeText(bytes: number): string {
  return bytes < KILOBYTE * KILOBYTE ? `${Math.max(1, Math.round(bytes / KILOBYTE))} KB` : `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)} MB`;
}
