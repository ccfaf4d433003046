import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { saveFile } from '#web/patterns/pdf-viewer/save-file.ts';
import { FormDialog } from '../form-dialog/form-dialog.tsx';
import { Icon } from '../icon.tsx';
import classes from './picture-list.module.css';
import { PICTURES_MESSAGES as MESSAGES } from './pictures.messages.ts';

/** A picture that can be downloaded from the server. */
export interface StoredPicture {
  /** Distinguishes pictures with the same name. */
  id: string | number;
  fileName: string;
  load: () => Promise<Blob>;
}

/** Attached pictures by name. Each can be opened here or saved; the server never serves them inline (SUP-06). */
export function PictureList({ pictures }: { pictures: readonly StoredPicture[] }) {
  const [shown, setShown] = useState<StoredPicture & { content: Blob }>();
  const [isOpen, setIsOpen] = useState(false);
  const url = useObjectUrl(shown?.content);
  const opening = useMutation({
    mutationFn: async (picture: StoredPicture) => ({ ...picture, content: await picture.load() }),
    meta: { failureText: MESSAGES.failed, noResponseText: MESSAGES.failed },
  });
  // Given to `mutate`, it is called for the last click only: an earlier one may be answered later, even after the picture was closed.
  const onSuccess = (picture: StoredPicture & { content: Blob }): void => {
    setShown(picture);
    setIsOpen(true);
  };
  // Another record may have come into the same drawer meanwhile.
  const isListed = pictures.some(({ id }) => id === shown?.id);
  const saving = useMutation({
    mutationFn: async ({ fileName, load }: StoredPicture) => ({ fileName, content: await load() }),
    meta: { failureText: MESSAGES.failed, noResponseText: MESSAGES.failed },
    onSuccess: ({ fileName, content }) => saveFile(content, fileName, content.type),
  });
  return (
    <>
      <ul className={classes.list}>
        {pictures.map((picture) => (
          <li key={picture.id} className={classes.picture}>
            <Icon name="picture" className={classes.icon} />
            <button
              type="button"
              className={classes.open}
              aria-label={MESSAGES.open(picture.fileName)}
              onClick={() => opening.mutate(picture, { onSuccess })}
            >
              {picture.fileName}
            </button>
            <button
              type="button"
              className={classes.save}
              aria-label={MESSAGES.download(picture.fileName)}
              title={MESSAGES.download(picture.fileName)}
              onClick={() => saving.mutate(picture)}
            >
              <Icon name="download" size={16} />
            </button>
          </li>
        ))}
      </ul>
      <FormDialog isInUrl={false} isOpen={isOpen && isListed} onClose={() => setIsOpen(false)} title={shown?.fileName ?? ''}>
        {url ? <img className={classes.large} src={url} alt={shown?.fileName ?? ''} /> : null}
      </FormDialog>
    </>
  );
}

/** Returns an object URL for a blob, and revokes it when it is no longer needed. */
export function useObjectUrl(content: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!content) return;
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return content ? url : undefined;
}
