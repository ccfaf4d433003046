/** What a provider answers that is in trouble itself. */
const IN_TROUBLE = ['server_error', 'temporarily_unavailable'];

/**
 * Whether the provider has said no to a renewal. A line that is down, a provider that answers with an error page or that says it is in trouble
 * tells nothing about the session.
 */
export function isRefusal(cause: unknown): boolean {
  // The sign-in library's own class is loaded with the library; its name and the provider's word for the reason are what it has in common with us.
  return cause instanceof Error && cause.name === 'ErrorResponse' && !IN_TROUBLE.includes(String((cause as { error?: unknown }).error));
}
