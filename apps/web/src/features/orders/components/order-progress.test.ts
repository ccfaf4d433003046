import { describe, expect, it } from 'vitest';
import { progressText } from './order-progress.tsx';

const order = {
  orderType: 1,
  orderStatusId: 6,
  unitOfMeasure: 'CY',
  qtyOrdered: 80,
  qtyDelivered: 45,
  inTransitQty: 20,
  atPlantQty: 0,
  onRoadQty: 20,
  onJobQty: 0,
};

describe('the text beside a progress bar', () => {
  it('ORD-21 has the delivered, in-transit and ordered quantity', () => {
    expect(progressText(order)).toBe('45 of 80 CY poured, 20 on the road');
    expect(progressText({ ...order, inTransitQty: 0, onRoadQty: 0, qtyDelivered: 1045.5, qtyOrdered: 2000 })).toBe(
      '1,045.5 of 2,000 CY poured',
    );
  });

  it('ORD-21 counts as on the road only what drives', () => {
    const spread = { ...order, inTransitQty: 35, atPlantQty: 15, onRoadQty: 10, onJobQty: 20 };
    expect(progressText(spread)).toBe('45 of 80 CY poured, 10 on the road');
    expect(progressText({ ...spread, onRoadQty: 0 })).toBe('45 of 80 CY poured, 20 on the job');
    expect(progressText({ ...order, inTransitQty: 10, atPlantQty: 20, onRoadQty: 0 })).toBe('45 of 80 CY poured');
  });

  it('ORD-07 says poured only for concrete', () => {
    expect(progressText({ ...order, orderType: 2, unitOfMeasure: 'TN' })).toBe('45 of 80 TN delivered, 20 on the road');
    expect(progressText({ ...order, orderType: 3, unitOfMeasure: 'EA' })).toBe('45 of 80 EA delivered, 20 on the road');
  });

  it('ORD-22 is empty for a cancelled order', () => {
    expect(progressText({ ...order, orderStatusId: 9 })).toBe('Cancelled');
  });

  it('ORD-06 uses CY if no unit is given', () => {
    expect(progressText({ ...order, unitOfMeasure: '' })).toContain('80 CY');
  });
});
