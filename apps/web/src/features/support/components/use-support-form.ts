import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { listSupportTickets } from '@yardage/contract/support';
import { SUPPORT_MESSAGES } from '@yardage/domain/rules.messages';
import { attachmentFault, MAX_ATTACHMENTS, type SupportFields, supportFaults } from '@yardage/domain/support-rules';
import { useRef, useState } from 'react';
import { useCustomer } from '#web/lib/customer/customer-store.ts';
import { useKeptForm } from '#web/lib/overlays/unsaved-input.ts';
import { useWrite } from '#web/lib/query/use-write.ts';
import { toasts } from '#web/lib/toasts/toast-queue.ts';
import { focusFirstFault, isFieldRefusal, placeErrors } from '#web/patterns/form-errors.ts';
import { sendSupportRequest } from '../support.api.ts';
import { SUPPORT_MESSAGES as MESSAGES } from '../support.messages.ts';

const EMPTY: SupportFields = { title: '', description: '', category: null, type: null };
const FIELDS = ['title', 'description', 'category', 'type', 'attachments'] as const;

/** The request form's state: fields, files and upload progress (SUP-09 to SUP-14). */
export function useSupportForm(onDone: () => void) {
  const element = useRef<HTMLFormElement>(null);
  const customer = useCustomer();
  const queryClient = useQueryClient();
  const form = useForm<SupportFields>({ initialValues: EMPTY });
  useKeptForm('support', form);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [filesFault, setFilesFault] = useState<string | null>(null);
  const [share, setShare] = useState(0);

  const sending = useWrite({
    write: (fields: SupportFields, attempt) => {
      setShare(0);
      return sendSupportRequest(customer, fields, files, setShare, attempt);
    },
    meta: { failureText: MESSAGES.createFailed, prefersServerMessage: true, unknownText: MESSAGES.unknown, isForm: true },
    onSuccess: async () => {
      toasts.show({ kind: 'success', title: MESSAGES.sent });
      await queryClient.invalidateQueries({ queryKey: [listSupportTickets.id] });
    },
    onDone,
    onRefused: (error) => {
      if (!isFieldRefusal(error)) return;
      const { attachments, ...faults } = placeErrors(error.problem, FIELDS);
      form.setErrors(faults);
      setFilesFault(attachments ?? null);
      focusFirstFault(element.current);
    },
  });

  /** Adds the valid files and shows why the others were rejected (SUP-10 to SUP-12). */
  const addFiles = (chosen: readonly File[]): void => {
    const faults = chosen.map(attachmentFault).filter((fault) => fault !== null);
    const good = chosen.filter((file) => attachmentFault(file) === null);
    const isTooMany = files.length + good.length > MAX_ATTACHMENTS;
    setFiles([...files, ...good].slice(0, MAX_ATTACHMENTS));
    setFilesFault(faults[0] ?? (isTooMany ? SUPPORT_MESSAGES.tooManyFiles : null));
  };
  const removeFile = (gone: File, why: string | null = null): void => {
    setFiles((kept) => kept.filter((file) => file !== gone));
    setFilesFault(why);
  };
  /** Removes a file that has a picture's name but cannot be displayed. The server would refuse it too. */
  const refuseFile = (file: File): void => removeFile(file, SUPPORT_MESSAGES.wrongFileType);
  const submit = (): void => {
    if (sending.isPending) return;
    const faults = supportFaults(form.values);
    form.setErrors(faults);
    if (Object.keys(faults).length === 0) sending.mutate(form.values);
    else focusFirstFault(element.current);
  };
  const formError = (form.errors as { form?: string }).form;
  return {
    element,
    customer,
    form,
    files,
    filesFault,
    addFiles,
    removeFile,
    refuseFile,
    submit,
    isBusy: sending.isPending,
    share,
    formError,
  };
}
