import type { useQuery } from '@tanstack/react-query';
import type { Attachment } from '@yardage/contract/support';
import { Card } from '#web/patterns/card.tsx';
import { PictureList } from '#web/patterns/pictures/picture-list.tsx';
import { Skeleton } from '#web/patterns/skeleton.tsx';
import classes from './support-details.module.css';
import { SUPPORT_REQUEST_MESSAGES as MESSAGES } from './support-request.messages.ts';

interface SupportPicturesProps {
  /** The query that lists the files. */
  query: ReturnType<typeof useQuery<Attachment[]>>;
  /** Downloads one file. */
  load: (attachment: Attachment) => Promise<Blob>;
}

/** The files of a support request, which can be opened or downloaded (SUP-06). */
export function SupportPictures({ query, load }: SupportPicturesProps) {
  const { data: files, isError } = query;
  return (
    <Card title={MESSAGES.attachments}>
      {files === undefined ? <p className={classes.none}>{isError ? MESSAGES.attachmentsFailed : <Skeleton width={180} />}</p> : null}
      {files?.length === 0 ? <p className={classes.none}>{MESSAGES.noAttachments}</p> : null}
      {files && files.length > 0 ? (
        <PictureList pictures={files.map((file) => ({ fileName: file.fileName, load: () => load(file) }))} />
      ) : null}
    </Card>
  );
}
