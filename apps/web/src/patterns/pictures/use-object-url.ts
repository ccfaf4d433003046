import { useEffect, useState } from 'react';

/** Returns an object URL for a blob, and revokes it when it is no longer needed. */
export function useObjectUrl(content: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!content) return;
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return content ? url : undefined;
}
