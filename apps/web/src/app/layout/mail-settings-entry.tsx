import { lazy } from 'react';
import { Once } from '#web/patterns/once.tsx';

const MailSettingsDialog = lazy(() =>
  import('#web/features/account/components/mail-settings-dialog.tsx').then(({ MailSettingsDialog }) => ({ default: MailSettingsDialog })),
);

/** The mail settings dialog of the account menu. Loaded when first opened. */
export function MailSettingsEntry({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Once isWanted={isOpen}>
      <MailSettingsDialog isOpen={isOpen} onClose={onClose} />
    </Once>
  );
}
