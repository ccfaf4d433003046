/** Error codes of a provider that has a problem itself. */
const IN_TROUBLE = ['server_error', 'temporarily_unavailable'];

/**
 * Returns whether the provider rejected a renewal. A lost connection, an error page or a provider's own problem says nothing about the
 * session.
 */
export function isRefusal(cause: unknown): boolean {
  // The library's error class is loaded lazily, so compare its name and the provider's error code.
  return cause instanceof Error && cause.name === 'ErrorResponse' && !IN_TROUBLE.includes(String((cause as { error?: unknown }).error));
}
