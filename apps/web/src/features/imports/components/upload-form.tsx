import { Button, Input, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@yardage/contract/endpoint';
import { type getImportOptions, type ImportRow, listImports, MAX_IMPORT_BYTES } from '@yardage/contract/imports';
import type { SupplyResource } from '@yardage/contract/supply-records';
import { resourceName } from '@yardage/domain/resource-name';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useWrite } from '#web/lib/query/use-write.ts';
import { Card } from '#web/patterns/card.tsx';
import { FilePicker } from '#web/patterns/file-picker.tsx';
import { Icon } from '#web/patterns/icon.tsx';
import { saveTemplate, uploadImport } from '../imports.api.ts';
import { IMPORTS_MESSAGES as MESSAGES } from '../imports.messages.ts';
import classes from './imports.module.css';
import { ProgressLine } from './run-card.tsx';

interface UploadFormProps {
  options: Answer<typeof getImportOptions>;
  onUploaded: (row: ImportRow) => void;
}

/** Chooses resource, data source and file, and uploads it. */
export function UploadForm({ options, onUploaded }: UploadFormProps) {
  const queryClient = useQueryClient();
  const [resource, setResource] = useState<SupplyResource>('orders');
  const only = options.dataSources.length === 1 ? options.dataSources[0] : undefined;
  const [dataSource, setDataSource] = useState(only?.code ?? '');
  const [file, setFile] = useState<File | null>(null);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [progress, setProgress] = useState(0);
  const faultId = useId();
  const picker = useRef<HTMLButtonElement>(null);
  const sourceField = useRef<HTMLSelectElement>(null);
  const needsSource = resource !== 'data-sources';
  const fileFault = faultOf(file);
  const isFaultShown = (isSubmitted || file !== null) && fileFault !== null;
  const sourceFault = needsSource && !dataSource ? MESSAGES.dataSourceRequired : null;
  const uploading = useWrite({
    write: (chosen: File, attempt) =>
      uploadImport({ resource, dataSource: needsSource ? dataSource : undefined, file: chosen }, setProgress, attempt),
    meta: { failureText: MESSAGES.uploadFailed, prefersServerMessage: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [listImports.id] }),
    onDone: onUploaded,
  });
  const saving = useMutation({ mutationFn: () => saveTemplate(resource), meta: { failureText: MESSAGES.templateFailed } });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsSubmitted(true);
    if (uploading.isPending) return;
    if (sourceFault) sourceField.current?.focus();
    else if (!file || fileFault) picker.current?.focus();
    else {
      setProgress(0);
      uploading.mutate(file);
    }
  };
  return (
    <Card title={MESSAGES.newFile}>
      <form className={classes.form} noValidate aria-label={MESSAGES.newFile} onSubmit={submit}>
        <NativeSelect
          label={MESSAGES.resource}
          value={resource}
          disabled={uploading.isPending}
          onChange={(event) => setResource(event.currentTarget.value as SupplyResource)}
          data={options.resources.map((value) => ({ value, label: resourceName(value) }))}
        />
        {needsSource ? (
          <NativeSelect
            ref={sourceField}
            label={MESSAGES.dataSource}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description={options.dataSources.length === 0 ? MESSAGES.sourcesFirst : null}
            value={dataSource}
            disabled={uploading.isPending}
            error={isSubmitted ? sourceFault : null}
            onChange={(event) => setDataSource(event.currentTarget.value)}
            data={[
              { value: '', label: MESSAGES.noDataSource },
              ...options.dataSources.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
            ]}
          />
        ) : null}
        <div className={classes.wide}>
          <Input.Label labelElement="div">{MESSAGES.file}</Input.Label>
          <div className={classes.file}>
            <FilePicker onChange={(chosen) => chosen && setFile(chosen)} accept=".csv,.txt,.tsv,text/csv,text/plain">
              {(props) => (
                <Button
                  {...props}
                  ref={picker}
                  type="button"
                  variant="default"
                  aria-describedby={isFaultShown ? faultId : undefined}
                  disabled={uploading.isPending}
                >
                  {MESSAGES.chooseFile}
                </Button>
              )}
            </FilePicker>
            <span className={file ? classes.fileName : classes.hint}>{file?.name ?? MESSAGES.fileHint}</span>
          </div>
          {isFaultShown ? (
            <p id={faultId} className={classes.fault} role="alert">
              {fileFault}
            </p>
          ) : null}
        </div>
        {uploading.isPending ? (
          <div className={classes.wide}>
            <ProgressLine label={MESSAGES.upload} progress={progress} text={MESSAGES.uploading(Math.floor(progress * 100))} />
          </div>
        ) : null}
        <div className={`${classes.actions} ${classes.wide}`}>
          <Button
            variant="subtle"
            leftSection={<Icon name="download" size={16} />}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {MESSAGES.template}
          </Button>
          <Button type="submit" loading={uploading.isPending}>
            {MESSAGES.upload}
          </Button>
        </div>
      </form>
    </Card>
  );
}

function faultOf(file: File | null): string | null {
  if (!file) return MESSAGES.noFile;
  if (file.size === 0) return MESSAGES.emptyFile;
  return file.size > MAX_IMPORT_BYTES ? MESSAGES.tooLarge : null;
}
