import { describe, expect, it } from 'vitest';
import { clampSize, columnsToHide, fitColumns, readLayout, withHeadingRoom } from './column-layout.ts';

const columns = [
  { id: 'order', size: 100 },
  { id: 'job', size: 200, canGrow: true },
  { id: 'mix', size: 200, canGrow: true },
];

describe('column widths', () => {
  it('TBL-02 stay between 60 and 500', () => {
    expect([10, 59.6, 60, 333.4, 500, 9000].map(clampSize)).toEqual([60, 60, 60, 333, 500, 500]);
    expect(fitColumns(columns, { order: 5, job: 9000 }, 0)).toEqual({ order: 60, job: 500, mix: 200 });
  });

  it('share the remaining width among growing columns without a chosen width', () => {
    expect(fitColumns(columns, {}, 701)).toEqual({ order: 100, job: 300, mix: 301 });
    expect(fitColumns(columns, { job: 200 }, 700)).toEqual({ order: 100, job: 200, mix: 400 });
    expect(fitColumns(columns, {}, 5000)).toEqual({ order: 100, job: 500, mix: 500 });
  });

  it('never shrink below the declared minimum', () => {
    expect(fitColumns(columns, {}, 120)).toEqual({ order: 100, job: 200, mix: 200 });
  });
});

describe('columns in a table that is too narrow', () => {
  const narrow = [
    { id: 'invoice', size: 100 },
    { id: 'job', size: 200, minSize: 120, priority: 3 },
    { id: 'amount', size: 120, minSize: 100, priority: 1 },
    { id: 'date', size: 100, priority: 2 },
    { id: 'pay', size: 80 },
  ];
  const gone = (availablePx: number) => [...columnsToHide(narrow, availablePx)];

  it('become narrower first, each by its share, then are hidden in the order of their priority', () => {
    expect(gone(600)).toEqual([]);
    expect(fitColumns(narrow, {}, 550)).toEqual({ invoice: 100, job: 160, amount: 110, date: 100, pay: 80 });
    expect(gone(500)).toEqual([]);
    expect(fitColumns(narrow, {}, 500)).toEqual({ invoice: 100, job: 120, amount: 100, date: 100, pay: 80 });
    expect(gone(499)).toEqual(['job']);
    expect(gone(380)).toEqual(['job']);
    expect(gone(379)).toEqual(['job', 'date']);
    expect(gone(100)).toEqual(['job', 'date', 'amount']);
  });

  it('leave no room unused that a narrower column of less importance fits into', () => {
    const ticket = { id: 'ticket', size: 86 };
    const [job, order, truck] = [
      { id: 'job', size: 138, minSize: 112, priority: 1 },
      { id: 'order', size: 68, priority: 2 },
      { id: 'truck', size: 60, priority: 3 },
    ];
    expect([...columnsToHide([ticket, job, order, truck], 185)]).toEqual(['truck', 'job']);
    expect([...columnsToHide([ticket, job, order, truck], 150)]).toEqual(['order', 'job']);
  });

  it('stay before the table is measured, and keep the width that the user chose', () => {
    expect(gone(0)).toEqual([]);
    expect(fitColumns(narrow, { job: 200 }, 500)).toEqual({ invoice: 100, job: 200, amount: 100, date: 100, pay: 80 });
  });

  it('LNG-02 TBL-02 headings of other languages than English get the room that their longest word needs', () => {
    const headed = [
      { id: 'ticket', header: 'Remisión', sortKey: 'ticket', size: 70 },
      { id: 'job', header: 'Dirección de la obra', size: 200, minSize: 120 },
    ];
    expect(withHeadingRoom(headed)).toEqual([{ ...headed[0], size: 92, minSize: 92 }, headed[1]]);
  });
});

describe('a remembered table layout', () => {
  it('is restored', () => {
    const layout = { sizes: { job: 240 }, shown: { plant: true } };
    expect(readLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout);
  });

  it.each([undefined, null, 7, 'x', [], { sizes: 3, shown: 'x' }, { sizes: { job: 'wide' }, shown: { plant: 1 } }])(
    'is empty if storage holds %j',
    (stored) => {
      expect(readLayout(stored)).toEqual({ sizes: {}, shown: {} });
    },
  );

  it('TBL-02 keeps widths within the limits', () => {
    expect(readLayout({ sizes: { job: 9999, mix: 1 } }).sizes).toEqual({ job: 500, mix: 60 });
  });
});
