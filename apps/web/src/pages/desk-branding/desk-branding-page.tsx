import { useQuery } from '@tanstack/react-query';
import { BrandingForm } from '#web/features/desk-branding/components/branding-form.tsx';
import { brandingQuery } from '#web/features/desk-branding/desk-branding.api.ts';
import { DESK_BRANDING_MESSAGES as MESSAGES } from '#web/features/desk-branding/desk-branding.messages.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import layout from '#web/patterns/layout.module.css';

/** Branding at the desk: the form with its preview (STF-05). */
export function DeskBrandingPage() {
  const query = useQuery(brandingQuery());
  return (
    <div className={layout.sections}>
      <p className={layout.context}>{MESSAGES.context}</p>
      <DetailState query={query} shape={[6, 4]}>
        {(branding) => <BrandingForm branding={branding} />}
      </DetailState>
    </div>
  );
}
