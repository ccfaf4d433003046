import { Button, FileButton, Input } from '@mantine/core';
import { ATTACHMENT_TYPES, MAX_ATTACHMENTS } from '@yardage/domain/support-rules';
import { useId } from 'react';
import { Icon } from '#web/patterns/icon.tsx';
import { useObjectUrl } from '#web/patterns/pictures/picture-list.tsx';
import { SUPPORT_MESSAGES as MESSAGES } from '../support.messages.ts';
import classes from './attachments-field.module.css';

interface AttachmentsFieldProps {
  files: readonly File[];
  fault: string | null;
  isDisabled: boolean;
  onAdd: (files: readonly File[]) => void;
  onRemove: (file: File) => void;
  /** Called if the browser cannot display a file as a picture. */
  onUnreadable: (file: File) => void;
}

/** Field to add, preview and remove pictures (SUP-09 to SUP-13). */
export function AttachmentsField({ files, fault, isDisabled, onAdd, onRemove, onUnreadable }: AttachmentsFieldProps) {
  const labelId = useId();
  return (
    <fieldset className={classes.group} aria-labelledby={labelId}>
      <div className={classes.head}>
        <div>
          <Input.Label labelElement="div" id={labelId}>
            {MESSAGES.attachments}
          </Input.Label>
          <p className={classes.hint}>{MESSAGES.attachmentsHint}</p>
        </div>
        {/* Allow every file type, so that a wrong one gets an error message instead of being greyed out. */}
        <FileButton onChange={onAdd} multiple accept={files.length < MAX_ATTACHMENTS ? [...ATTACHMENT_TYPES, '*/*'].join(',') : '*/*'}>
          {(props) => (
            <Button {...props} type="button" variant="default" disabled={isDisabled} leftSection={<Icon name="plus" size={16} />}>
              {MESSAGES.addFiles}
            </Button>
          )}
        </FileButton>
      </div>
      {files.length > 0 ? (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={`${file.name}/${file.size}/${file.lastModified}`} className={classes.file}>
              <Preview file={file} onUnreadable={() => onUnreadable(file)} />
              <span className={classes.name}>{file.name}</span>
              <span className={classes.size}>{sizeText(file.size)}</span>
              <button
                type="button"
                className={classes.remove}
                aria-label={MESSAGES.removeFile(file.name)}
                title={MESSAGES.removeFile(file.name)}
                disabled={isDisabled}
                onClick={() => onRemove(file)}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <p className={classes.fault} role="alert">
        {fault}
      </p>
    </fieldset>
  );
}

function Preview({ file, onUnreadable }: { file: File; onUnreadable: () => void }) {
  const url = useObjectUrl(file);
  return <span className={classes.preview}>{url ? <img src={url} alt="" onError={onUnreadable} /> : null}</span>;
}

const KILOBYTE = 1024;

function sizeText(bytes: number): string {
  return bytes < KILOBYTE * KILOBYTE ? `${Math.max(1, Math.round(bytes / KILOBYTE))} KB` : `${(bytes / KILOBYTE / KILOBYTE).toFixed(1)} MB`;
}
