import type { ImportPreview } from '@yardage/contract/imports';
import { Card } from '#web/patterns/card.tsx';
import { IMPORTS_MESSAGES as MESSAGES } from '../imports.messages.ts';
import classes from './imports.module.css';

/** The first rows of a file as they are read. */
export function FirstRows({ preview: { columns, rows } }: { preview: ImportPreview }) {
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
