import { PERMISSIONS, type PermissionCode } from '@yardage/contract/permissions';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type Access, AccessContext } from '#web/lib/access/access.ts';
import { Can } from './can.tsx';

function shown(held: PermissionCode[], anyOf: PermissionCode[]): string {
  const access: Access = {
    status: 'ready',
    permissions: new Set(held),
    staffRole: null,
    failed: null,
    retry: () => undefined,
  };
  return renderToStaticMarkup(
    <AccessContext value={access}>
      <Can anyOf={anyOf} otherwise="hidden">
        shown
      </Can>
    </AccessContext>,
  );
}

describe('<Can>', () => {
  it('PER-07 shows a section to holders of any of its codes', () => {
    expect(shown([PERMISSIONS.ORDERS_VIEW], [PERMISSIONS.TICKETS_VIEW, PERMISSIONS.ORDERS_VIEW])).toBe('shown');
  });

  it('PER-07 hides it from everyone else', () => {
    expect(shown([PERMISSIONS.ORDERS_VIEW_PDF], [PERMISSIONS.ORDERS_VIEW])).toBe('hidden');
    expect(shown([PERMISSIONS.ORDERS_VIEW], [])).toBe('hidden');
  });

  it('hides it before the permissions are known', () => {
    expect(renderToStaticMarkup(<Can anyOf={[PERMISSIONS.ORDERS_VIEW]}>shown</Can>)).toBe('');
  });
});
