import { lazy } from 'react';
import { MountOnceNeeded } from '#web/patterns/mount-once-needed.tsx';

const MailSettingsDialog = lazy(() =>
  import('#web/features/account/components/mail-settings-dialog.tsx').then(({ MailSettingsDialog }) => ({ default: MailSettingsDialog })),
);

/** The mail settings dialog of the account menu. Loaded when first opened. */
export function MailSettingsEntry({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <MountOnceNeeded isNeeded={isOpen}>
      <MailSettingsDialog isOpen={isOpen} onClose={onClose} />
    </MountOnceNeeded>
  );
}
