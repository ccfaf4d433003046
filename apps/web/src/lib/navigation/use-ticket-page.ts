import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

/** Returns functions that link to a ticket's details or open them. */
export function useTicketPage() {
  const router = useRouter();
  return useMemo(() => {
    const pageOf = (ticketId: number) => ({ to: '/tickets', search: { details: ticketId } as never });
    return {
      href: (ticketId: number): string => router.buildLocation(pageOf(ticketId)).href,
      open: (ticketId: number): void => void router.navigate(pageOf(ticketId)),
    };
  }, [router]);
}
