/** The path one step up from a nested one; null for a page of its own, as `/orders` and `/desk/support` are (SHL-17). */
export function parentPath(pathname: string): string | null {
  const parts = pathname.split('/').filter(Boolean);
  const ownParts = parts[0] === 'desk' ? 2 : 1;
  return parts.length > ownParts ? `/${parts.slice(0, -1).join('/')}` : null;
}
