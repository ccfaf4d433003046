import { Button, FileButton, Input } from '@mantine/core';
import { SIGN_OFF_MESSAGES } from '@yardage/domain/rules.messages';
import { MAX_SIGN_OFF_PHOTOS } from '@yardage/domain/sign-offs';
import { useId, useState } from 'react';
import { Icon } from '#web/patterns/icon.tsx';
import { useObjectUrl } from '#web/patterns/pictures/picture-list.tsx';
import { shrinkPhoto } from '../../shrink-photo.ts';
import { SIGN_OFFS_MESSAGES as MESSAGES } from '../../sign-offs.messages.ts';
import classes from './sign-off.module.css';

interface PhotosFieldProps {
  photos: readonly File[];
  onChange: (change: (photos: readonly File[]) => readonly File[]) => void;
  isDisabled: boolean;
  /** What the server said about them. */
  error: string | null;
}

/** Photos of the load: taken with the phone or chosen, made smaller, shown and removed. */
export function PhotosField({ photos, onChange, isDisabled, error }: PhotosFieldProps) {
  const labelId = useId();
  const [fault, setFault] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const add = async (files: File[]): Promise<void> => {
    setIsReading(true);
    setFault(null);
    // One after the other: a phone has little memory.
    for (const file of files) {
      try {
        const small = await shrinkPhoto(file);
        onChange((before) => [...before, small].slice(0, MAX_SIGN_OFF_PHOTOS));
      } catch {
        setFault(MESSAGES.photoUnreadable(file.name));
      }
    }
    if (photos.length + files.length > MAX_SIGN_OFF_PHOTOS) setFault(SIGN_OFF_MESSAGES.tooManyPhotos(MAX_SIGN_OFF_PHOTOS));
    setIsReading(false);
  };
  return (
    <fieldset className={classes.group} aria-labelledby={labelId}>
      <div className={classes.groupHead}>
        <div>
          <Input.Label labelElement="div" id={labelId}>
            {MESSAGES.photos}
          </Input.Label>
          <p className={classes.hint}>{MESSAGES.photosHint(MAX_SIGN_OFF_PHOTOS)}</p>
        </div>
        <FileButton multiple accept="image/*" onChange={(files) => void add(files)}>
          {(props) => (
            <Button
              {...props}
              type="button"
              variant="default"
              loading={isReading}
              disabled={isDisabled || photos.length >= MAX_SIGN_OFF_PHOTOS}
              leftSection={<Icon name="picture" size={16} />}
            >
              {MESSAGES.addPhotos}
            </Button>
          )}
        </FileButton>
      </div>
      {photos.length > 0 ? (
        <ul className={classes.photos}>
          {photos.map((photo, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two photos may have the same name and size
            <li key={`${photo.name}/${photo.size}/${index}`} className={classes.photo}>
              <Preview photo={photo} />
              <button
                type="button"
                className={classes.removePhoto}
                aria-label={MESSAGES.removePhoto(photo.name)}
                disabled={isDisabled}
                onClick={() => onChange((before) => before.filter((other) => other !== photo))}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <p className={classes.fault} role="alert">
        {fault ?? error}
      </p>
    </fieldset>
  );
}

function Preview({ photo }: { photo: File }) {
  const url = useObjectUrl(photo);
  return url ? <img src={url} alt={photo.name} /> : null;
}
