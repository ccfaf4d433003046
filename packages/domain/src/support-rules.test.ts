import { describe, expect, it } from 'vitest';
import { attachmentFault, supportFaults, supportStatusLabel } from './support-rules.ts';

describe('support requests', () => {
  it('SUP-03 calls 1 Active, 3 Resolved, 4 Closed and everything else Pending', () => {
    expect([0, 1, 2, 3, 4, 5].map(supportStatusLabel)).toEqual(['Pending', 'Active', 'Pending', 'Resolved', 'Closed', 'Pending']);
  });

  it('SUP-09 require title, description, category and type', () => {
    expect(supportFaults({ title: ' ', description: '', category: null, type: null })).toEqual({
      title: 'Title is required',
      description: 'Description is required',
      category: 'Category is required',
      type: 'Type is required',
    });
    expect(supportFaults({ title: 'A', description: 'B', category: 1, type: 2 })).toEqual({});
  });

  it('SUP-10 SUP-11 accept pictures by name up to 2 MB', () => {
    for (const name of ['a.jpg', 'b.JPEG', 'c.png']) expect(attachmentFault({ name, size: 2 * 1024 * 1024 })).toBeNull();
    for (const name of ['a.exe', 'b.svg', 'c.png.exe', 'png']) {
      expect(attachmentFault({ name, size: 1 }), name).toBe('Only .jpg, .jpeg, and .png files are allowed.');
    }
    expect(attachmentFault({ name: 'a.jpg', size: 2 * 1024 * 1024 + 1 })).toBe('File size must not exceed 2 MB.');
  });
});
