import { Button, FileButton, Input, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@yardage/contract/endpoint';
import { type getImportOptions, type ImportRow, listImports, MAX_IMPORT_BYTES } from '@yardage/contract/imports';
import type { SupplyResource } from '@yardage/contract/supply-records';
import { type FormEvent, useState } from 'react';
import { Card } from '#web/patterns/card.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { saveTemplate, uploadImport } from '../api/imports.ts';
import { IMPORT_WORDS as WORDS } from '../imports.messages.ts';
import classes from './imports.module.css';
import { ProgressLine } from './progress-line.tsx';

interface UploadFormProps {
  options: Answer<typeof getImportOptions>;
  onUploaded: (row: ImportRow) => void;
}

const resourceLabel = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('-', ' ');

/** Chooses resource, data source and file, and uploads it. */
export function UploadForm({ options, onUploaded }: UploadFormProps) {
  const queryClient = useQueryClient();
  const [resource, setResource] = useState<SupplyResource>('orders');
  const only = options.dataSources.length === 1 ? options.dataSources[0] : undefined;
  const [dataSource, setDataSource] = useState(only?.code ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const [share, setShare] = useState(0);
  const needsSource = resource !== 'data-sources';
  const fileFault = faultOf(file);
  const sourceFault = needsSource && !dataSource ? WORDS.dataSourceRequired : null;
  const uploading = useMutation({
    mutationFn: (chosen: File) => uploadImport({ resource, dataSource: needsSource ? dataSource : undefined, file: chosen }, setShare),
    meta: { failureText: WORDS.uploadFailed, prefersServerMessage: true },
    onSuccess: async (row) => {
      await queryClient.invalidateQueries({ queryKey: [listImports.id] });
      onUploaded(row);
    },
  });
  const saving = useMutation({ mutationFn: () => saveTemplate(resource), meta: { failureText: WORDS.templateFailed } });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsAsked(true);
    if (!file || fileFault || sourceFault || uploading.isPending) return;
    setShare(0);
    uploading.mutate(file);
  };
  return (
    <Card title={WORDS.newFile}>
      <form className={classes.form} noValidate aria-label={WORDS.newFile} onSubmit={submit}>
        <NativeSelect
          label={WORDS.resource}
          value={resource}
          disabled={uploading.isPending}
          onChange={(event) => setResource(event.currentTarget.value as SupplyResource)}
          data={options.resources.map((value) => ({ value, label: resourceLabel(value) }))}
        />
        {needsSource ? (
          <NativeSelect
            label={WORDS.dataSource}
            value={dataSource}
            disabled={uploading.isPending}
            error={isAsked ? sourceFault : null}
            onChange={(event) => setDataSource(event.currentTarget.value)}
            data={[
              { value: '', label: WORDS.noDataSource },
              ...options.dataSources.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
            ]}
          />
        ) : null}
        <div className={classes.wide}>
          <Input.Label labelElement="div">{WORDS.file}</Input.Label>
          <div className={classes.file}>
            <FileButton onChange={setFile} accept=".csv,.txt,.tsv,text/csv,text/plain">
              {(props) => (
                <Button {...props} type="button" variant="default" disabled={uploading.isPending}>
                  {WORDS.chooseFile}
                </Button>
              )}
            </FileButton>
            <span className={file ? classes.fileName : classes.hint}>{file?.name ?? WORDS.fileHint}</span>
          </div>
          {(isAsked || file) && fileFault ? (
            <p className={classes.fault} role="alert">
              {fileFault}
            </p>
          ) : null}
        </div>
        {uploading.isPending ? (
          <div className={classes.wide}>
            <ProgressLine label={WORDS.upload} share={share} text={WORDS.uploading(Math.floor(share * 100))} />
          </div>
        ) : null}
        <div className={`${classes.actions} ${classes.wide}`}>
          <Button
            variant="subtle"
            leftSection={<Icon name="download" size={16} />}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {WORDS.template}
          </Button>
          <Button type="submit" loading={uploading.isPending}>
            {WORDS.upload}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function faultOf(file: File | null): string | null {
  if (!file) return WORDS.noFile;
  if (file.size === 0) return WORDS.emptyFile;
  return file.size > MAX_IMPORT_BYTES ? WORDS.tooLarge : null;
}
