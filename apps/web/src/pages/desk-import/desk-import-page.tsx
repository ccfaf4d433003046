import { Button } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ImportFormat, type ImportMapping, type ImportRow, listImports } from '@yardage/contract/imports';
import { resourceName } from '@yardage/domain/resource-name';
import { useState } from 'react';
import classes from '#web/features/imports/components/imports.module.css';
import { MappingForm } from '#web/features/imports/components/mapping-form.tsx';
import { RecentImports, RunCard, UploadProgress } from '#web/features/imports/components/run-card.tsx';
import { UploadForm } from '#web/features/imports/components/upload-form.tsx';
import { importOptionsQuery, importPreviewQuery, importQuery, importsQuery, isBusy } from '#web/features/imports/imports.api.ts';
import { IMPORTS_MESSAGES as MESSAGES } from '#web/features/imports/imports.messages.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { putAnswer } from '#web/lib/query/put-answer.ts';
import { DetailFailure, DetailState } from '#web/patterns/detail-state.tsx';
import { Notice } from '#web/patterns/notice.tsx';

/** Imports at the desk: a new file, or the one in the address. */
export function DeskImportPage() {
  const { import: id } = useSearch({ from: '/shell/desk/import' });
  return <div className={classes.stack}>{id === undefined ? <NewImport /> : <OpenImport key={id} id={id} />}</div>;
}

function NewImport() {
  const navigate = useNavigate();
  const options = useQuery(importOptionsQuery());
  const recent = useQuery(importsQuery());
  return (
    <>
      <p className={classes.context}>{MESSAGES.context}</p>
      <DetailState query={options} skeletonLines={[4]}>
        {(data) => <UploadForm options={data} onUploaded={({ id }) => void navigate({ to: '/desk/import', search: { import: id } })} />}
      </DetailState>
      <DetailState query={recent} skeletonLines={[5]}>
        {(rows) => (
          <RecentImports
            rows={rows}
            link={({ id, fileName }) => (
              <Link to="/desk/import" search={{ import: id }}>
                {fileName}
              </Link>
            )}
          />
        )}
      </DetailState>
    </>
  );
}

function OpenImport({ id }: { id: number }) {
  const query = useQuery(importQuery(id));
  return (
    <DetailState query={query} skeletonLines={[3, 5]}>
      {(row) => (
        <>
          <div className={classes.file}>
            <p className={classes.context}>{[row.fileName, resourceName(row.resource), row.dataSource].filter(Boolean).join(' · ')}</p>
            <Button component={Link} to="/desk/import" variant="subtle">
              {MESSAGES.another}
            </Button>
          </div>
          <ImportContent row={row} />
        </>
      )}
    </DetailState>
  );
}

function ImportContent({ row }: { row: ImportRow }) {
  if (row.isArriving) return <UploadProgress row={row} />;
  if (row.state === 'uploading')
    return (
      <Notice kind="info" title={MESSAGES.incomplete}>
        {MESSAGES.incompleteText}
      </Notice>
    );
  // Only the command can read its file, cancel its run or continue it.
  if (row.isOfCommand) return <RunWithoutFile row={row} title={MESSAGES.ofCommand} text={MESSAGES.ofCommandText} />;
  if (!row.hasFile) return <RunWithoutFile row={row} title={MESSAGES.fileGone} text={MESSAGES.incompleteText} />;
  return <ImportSteps row={row} />;
}

/** A run that can be read, but neither changed nor repeated here. */
function RunWithoutFile({ row, title, text }: { row: ImportRow; title: string; text: string }) {
  return (
    <>
      {row.mode ? <RunCard row={row} mode={row.mode} /> : null}
      <Notice kind="info" title={title}>
        {text}
      </Notice>
    </>
  );
}

function ImportSteps({ row }: { row: ImportRow }) {
  const queryClient = useQueryClient();
  const [format, setFormat] = useState<Partial<ImportFormat>>({});
  const [changes, setChanges] = useState<ImportMapping>({});
  const { data, isPlaceholderData, isFetching, error, refetch } = useQuery({
    ...importPreviewQuery(row.id, format, changes),
    placeholderData: keepPreviousData,
  });
  // A preview that fails must not take the form away with the columns that were chosen in it.
  const known = useLast(data);
  const isFailed = data === undefined && !isFetching && error !== null;
  const changed = (next: ImportRow): void => {
    putAnswer(queryClient, importQuery(next.id).queryKey, next);
    void queryClient.invalidateQueries({ queryKey: [listImports.id] });
  };
  const started = (next: ImportRow): void => {
    changed(next);
    // The run is shown above what was just filled in.
    window.scrollTo({ top: 0 });
  };
  return (
    <>
      {row.mode ? <RunCard row={row} mode={row.mode} onChanged={changed} /> : null}
      <DetailState query={{ data: known, isFetching, error, refetch }} skeletonLines={[2, 4, 5]}>
        {(preview) => (
          <>
            {isFailed ? <DetailFailure query={{ error, refetch }} /> : null}
            <MappingForm
              id={row.id}
              preview={preview}
              isOutdated={data === undefined || isPlaceholderData}
              chosen={format}
              onChoose={setFormat}
              changes={changes}
              onMap={setChanges}
              isBusy={isBusy(row)}
              onStarted={started}
            />
          </>
        )}
      </DetailState>
    </>
  );
}
