import { createContext, useContext, useEffect } from 'react';

/** What closing a form would lose or interrupt. */
export interface UnsentWork {
  isChanged: boolean;
  isSending: boolean;
}

export const NO_WORK: UnsentWork = { isChanged: false, isSending: false };

/** Where a form tells the dialog around it; a form on a page of its own tells nobody. */
export const UnsentWorkContext = createContext<(work: UnsentWork) => void>(() => undefined);

/** Tells the dialog around a form whether it holds something that was not sent. */
export function useUnsentWork({ isChanged, isSending }: UnsentWork): void {
  const tell = useContext(UnsentWorkContext);
  useEffect(() => tell({ isChanged, isSending }), [tell, isChanged, isSending]);
  useEffect(() => () => tell(NO_WORK), [tell]);
}
