import '../theme/components.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { queryClient } from '../query.ts';
import { UnsavedInputGuard } from './unsaved-input-guard.tsx';

/** Wraps public pages with forms. It contains what the landing page does not need. */
export function PublicForms() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <UnsavedInputGuard />
    </QueryClientProvider>
  );
}
