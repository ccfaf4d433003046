import { Button, NativeSelect } from '@mantine/core';
import {
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportMapping,
  type ImportMode,
  type ImportPreview,
  type ImportRow,
} from '@yardage/contract/imports';
import { useState } from 'react';
import { useUnsavedInput } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { Card } from '#web/patterns/card.tsx';
import { Notice } from '#web/patterns/notice.tsx';
import { beginImport } from '../imports.api.ts';
import { IMPORTS_MESSAGES as MESSAGES } from '../imports.messages.ts';
import classes from './imports.module.css';

interface MappingFormProps {
  id: number;
  preview: ImportPreview;
  /** Whether the preview is of another format or other columns than those that are chosen, so that no run can start. */
  isOutdated: boolean;
  /** What the user has decided about the format so far. */
  chosen: Partial<ImportFormat>;
  onChoose: (format: Partial<ImportFormat>) => void;
  /** The columns that the user has changed. An empty text takes a proposed column away. */
  changes: ImportMapping;
  onMap: (changes: ImportMapping) => void;
  isBusy: boolean;
  onStarted: (row: ImportRow) => void;
}

const PARTS = ['encoding', 'delimiter', 'dateOrder', 'decimal'] as const;

/** The format of a file, the column of each field, the first rows, and the buttons that start a run. */
export function MappingForm({ id, preview, isOutdated, chosen, onChoose, changes, onMap, isBusy, onStarted }: MappingFormProps) {
  /** The changes with which a run was started. */
  const [started, setStarted] = useState(changes);
  const merged: ImportMapping = { ...preview.mapping, ...changes };
  const mapping = Object.fromEntries(Object.entries(merged).filter(([, column]) => preview.columns.includes(column)));
  const missing = preview.fields
    .filter(({ name, isRequired }) => isRequired && name !== 'updatedAt' && !mapping[name])
    .map(({ name }) => name);
  const taken = new Set(Object.values(mapping));
  const unused = preview.columns.filter((column) => !taken.has(column));
  const canStart = preview.unclear.length === 0 && mapping.key !== undefined && !isBusy && !isOutdated;
  const starting = useWrite({
    write: (mode: ImportMode, attempt) => beginImport(id, { mode, format: preview.format, mapping }, attempt),
    meta: { failureText: MESSAGES.startFailed, prefersServerMessage: true },
    onSuccess: onStarted,
    onDone: () => setStarted(changes),
  });
  useUnsavedInput({ isChanged: changes !== started, isSending: starting.isPending, recordParam: 'import' });
  const startButton = (mode: ImportMode, label: string, variant: 'default' | 'filled') => (
    <Button
      variant={variant}
      disabled={!canStart || starting.isPending}
      loading={starting.isPending && starting.variables === mode}
      onClick={() => starting.mutate(mode)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <Card title={MESSAGES.format}>
        <div className={classes.form}>
          {PARTS.map((part) => {
            const isAsked = part !== 'encoding' && part !== 'delimiter' && preview.unclear.includes(part);
            const isUnclear = isAsked && !chosen[part];
            const labels: Record<string, string> = MESSAGES.formats[part].values;
            return (
              <NativeSelect
                key={part}
                label={MESSAGES.formats[part].label}
                value={isUnclear ? '' : (chosen[part] ?? preview.format[part])}
                disabled={isBusy}
                error={isUnclear ? MESSAGES.unclear : null}
                onChange={(event) => onChoose({ ...chosen, [part]: event.currentTarget.value })}
                data={[
                  ...(isUnclear ? [{ value: '', label: MESSAGES.chooseFormat }] : []),
                  ...IMPORT_FORMATS[part].map((value) => ({ value, label: labels[value] ?? value })),
                ]}
              />
            );
          })}
        </div>
      </Card>
      <FirstRows preview={preview} />
      <Card title={MESSAGES.columns}>
        {missing.length > 0 || unused.length > 0 ? (
          <div className={classes.body}>
            {missing.length > 0 ? <Notice kind="info" title={mapping.key ? MESSAGES.missing(missing.join(', ')) : MESSAGES.noKey} /> : null}
            {unused.length > 0 ? <p className={classes.hint}>{MESSAGES.unused(unused.join(', '))}</p> : null}
          </div>
        ) : null}
        <ul className={classes.mapping}>
          {preview.fields.map(({ name, isRequired, description }) => (
            <li key={name}>
              <div>
                <strong>{name}</strong>{' '}
                {isRequired ? <span className={classes.hint}>{name === 'updatedAt' ? MESSAGES.version : MESSAGES.required}</span> : null}
                {description ? <p className={classes.hint}>{description}</p> : null}
              </div>
              <NativeSelect
                aria-label={MESSAGES.columnFor(name)}
                value={mapping[name] ?? ''}
                disabled={isBusy}
                onChange={(event) => onMap({ ...changes, [name]: event.currentTarget.value })}
                data={[{ value: '', label: MESSAGES.notMapped }, ...preview.columns.map((value) => ({ value, label: value }))]}
              />
              <span className={classes.sample}>{sampleOf(preview, mapping[name])}</span>
            </li>
          ))}
        </ul>
        <div className={`${classes.actions} ${classes.footer}`}>
          {startButton('dry-run', MESSAGES.dryRun, 'default')}
          {startButton('import', MESSAGES.import, 'filled')}
        </div>
      </Card>
    </>
  );
}

/** The first value of a column that is not empty. */
function sampleOf({ columns, rows }: ImportPreview, column: string | undefined): string {
  const index = column === undefined ? -1 : columns.indexOf(column);
  return rows.map(({ cells }) => cells[index]?.trim()).find(Boolean) ?? '';
}

/** The first rows of a file as they are read. */
function FirstRows({ preview: { columns, rows } }: { preview: ImportPreview }) {
  return (
    <Card title={MESSAGES.preview}>
      {rows.length === 0 ? (
        <p className={classes.body}>{MESSAGES.noRows}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={classes.scroll} aria-label={MESSAGES.preview} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{MESSAGES.line}</th>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ line, cells }) => (
                <tr key={line}>
                  <td>{line}</td>
                  {columns.map((name, index) => (
                    <td key={name} title={cells[index]}>
                      {cells[index]}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}
