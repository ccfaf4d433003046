/** Returns the parent of a nested path, or null for a top-level page such as `/orders` or `/desk/support` (SHL-17). */
export function parentPath(pathname: string): string | null {
  const parts = pathname.split('/').filter(Boolean);
  const ownParts = parts[0] === 'desk' ? 2 : 1;
  return parts.length > ownParts ? `/${parts.slice(0, -1).join('/')}` : null;
}
