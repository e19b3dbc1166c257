import { useEffect, useState } from 'react';
import { copyText } from './clipboard.ts';

const SHOWN_MS = 1500;

/** Copies a text, and tells for a moment that it was copied. A browser may refuse; then no success is shown. */
export function useCopied(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return { copied, copy: () => void copyText(text).then(setCopied) };
}
