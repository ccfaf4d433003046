/** The path one step up from a nested one; null for a path of one part (SHL-17). */
export function parentPath(pathname: string): string | null {
  const parts = pathname.split('/').filter(Boolean);
  return parts.length > 1 ? `/${parts.slice(0, -1).join('/')}` : null;
}
