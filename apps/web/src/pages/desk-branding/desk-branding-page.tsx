import { useQuery } from '@tanstack/react-query';
import { BrandingForm } from '#web/features/desk-branding/components/branding-form.tsx';
import { brandingQuery } from '#web/features/desk-branding/desk-branding.api.ts';
import { DESK_BRANDING_MESSAGES as MESSAGES } from '#web/features/desk-branding/desk-branding.messages.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import layout from '#web/patterns/layout.module.css';

/** Branding at the desk: the form with its preview (STF-05). */
export function DeskBrandingPage() {
  // Always asks again: what is saved are all fields, and a colleague may have changed some.
  const query = useQuery({ ...brandingQuery(), staleTime: 0 });
  return (
    <div className={layout.sections}>
      <p className={layout.context}>{MESSAGES.context}</p>
      <DetailState query={query} skeletonLines={[6, 4]}>
        {(branding) => <BrandingForm branding={branding} />}
      </DetailState>
    </div>
  );
}
