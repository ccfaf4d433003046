import { useQuery } from '@tanstack/react-query';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useLast } from '#web/lib/overlays/use-overlay.ts';
import { DetailState } from '#web/patterns/detail-state.tsx';
import { FormDialog } from '#web/patterns/form-dialog/form-dialog.tsx';
import { memberQuery } from '../members.api.ts';
import { MEMBERS_MESSAGES as MESSAGES } from '../members.messages.ts';
import { MemberForm } from './member-form.tsx';

interface MemberDialogProps {
  /** `add`, or the id of the member to edit; undefined while the dialog is closed. */
  target: 'add' | number | undefined;
  onClose: () => void;
}

/** Dialog with the member form. */
export function MemberDialog({ target, onClose }: MemberDialogProps) {
  const shown = useLast(target);
  const isEdit = typeof shown === 'number';
  const query = useQuery({ ...memberQuery(useCustomer(), isEdit ? shown : 0), enabled: isEdit && target !== undefined });
  return (
    <FormDialog
      isInAddress
      isOpen={target !== undefined}
      onClose={onClose}
      title={isEdit ? MESSAGES.editTitle : MESSAGES.addTitle}
      context={isEdit ? null : MESSAGES.addText}
    >
      {({ finish, leave }) =>
        isEdit ? (
          <DetailState query={query} shape={[5, 5]}>
            {(member) => <MemberForm key={member.id} member={member} onDone={finish} onCancel={leave} />}
          </DetailState>
        ) : (
          <MemberForm onDone={finish} onCancel={leave} />
        )
      }
    </FormDialog>
  );
}
