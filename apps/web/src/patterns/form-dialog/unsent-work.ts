import { createContext, useContext, useEffect } from 'react';

/** What closing a form would lose or interrupt. */
export interface UnsentWork {
  isChanged: boolean;
  isSending: boolean;
}

export const NO_WORK: UnsentWork = { isChanged: false, isSending: false };

/** Lets a form report to the dialog around it. Without a dialog the report is ignored. */
export const UnsentWorkContext = createContext<(work: UnsentWork) => void>(() => undefined);

/** Reports to the dialog around a form whether it has unsent changes or is sending. */
export function useUnsentWork({ isChanged, isSending }: UnsentWork): void {
  const tell = useContext(UnsentWorkContext);
  useEffect(() => tell({ isChanged, isSending }), [tell, isChanged, isSending]);
  useEffect(() => () => tell(NO_WORK), [tell]);
}
