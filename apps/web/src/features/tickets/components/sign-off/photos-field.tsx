import { Button, Input } from '@mantine/core';
import { SIGN_OFF_MESSAGES } from '@yardage/domain/rules.messages';
import { MAX_SIGN_OFF_PHOTOS, SIGN_OFF_PHOTO_SIDE } from '@yardage/domain/sign-offs';
import { useId, useState } from 'react';
import { FilePicker } from '#web/patterns/file-picker.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { useObjectUrl } from '#web/patterns/pictures/picture-list.tsx';
import { SIGN_OFFS_MESSAGES as MESSAGES } from '../../sign-offs.messages.ts';
import classes from './sign-off.module.css';

interface PhotosFieldProps {
  photos: readonly File[];
  onChange: (change: (photos: readonly File[]) => readonly File[]) => void;
  isDisabled: boolean;
  /** While photos are made smaller, the form cannot be sent: they would be missing. */
  isReading: boolean;
  onReading: (isReading: boolean) => void;
  /** What the server said about them. */
  error: string | null;
}

/** Photos of the load: taken with the phone or chosen, made smaller, shown and removed. */
export function PhotosField({ photos, onChange, isDisabled, isReading, onReading, error }: PhotosFieldProps) {
  const labelId = useId();
  const hintId = useId();
  const faultId = useId();
  const [fault, setFault] = useState<string | null>(null);
  const add = async (files: File[]): Promise<void> => {
    onReading(true);
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
    onReading(false);
  };
  return (
    <fieldset className={classes.group} aria-labelledby={labelId}>
      <div className={classes.groupHead}>
        <div>
          <Input.Label labelElement="div" id={labelId}>
            {MESSAGES.photos}
          </Input.Label>
          <p className={classes.hint} id={hintId}>
            {MESSAGES.photosHint(MAX_SIGN_OFF_PHOTOS)}
          </p>
        </div>
        <FilePicker multiple accept="image/*" onChange={(files) => void add(files)}>
          {(props) => (
            <Button
              {...props}
              type="button"
              variant="default"
              loading={isReading}
              disabled={isDisabled || photos.length >= MAX_SIGN_OFF_PHOTOS}
              leftSection={<Icon name="picture" size={16} />}
              // A photo that could not be added does not keep the sign-off from being sent.
              aria-invalid={error ? true : undefined}
              aria-describedby={`${hintId} ${faultId}`}
            >
              {MESSAGES.addPhotos}
            </Button>
          )}
        </FilePicker>
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
      <p className={classes.fault} id={faultId} role="alert">
        {fault ?? error}
      </p>
    </fieldset>
  );
}

function Preview({ photo }: { photo: File }) {
  const url = useObjectUrl(photo);
  return url ? <img src={url} alt={photo.name} /> : null;
}

const JPEG_QUALITY = 0.8;

/** Makes a photo smaller before it is sent over a phone's connection. Rejects if the browser cannot read the file as a picture. */
async function shrinkPhoto(file: File, maxSide = SIGN_OFF_PHOTO_SIDE): Promise<File> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('the browser has no canvas');
    // JPEG has no transparency.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
    if (!content) throw new Error('the picture could not be written');
    return new File([content], `${file.name.replace(/\.[^.]*$/, '') || 'photo'}.jpg`, { type: 'image/jpeg' });
  } finally {
    picture.close();
  }
}
