import { type RefObject, useEffect, useState } from 'react';

/** Shorter glimpses do not count: whoever steps through a list quickly looks at none of its lessons. */
const LONG_ENOUGH_MS = 150;

/** True once the element has been in sight for a moment. What is asked for then need not be asked for before. */
export function useSeen(ref: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !ref.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver((entries) => {
      clearTimeout(timer);
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(() => setSeen(true), LONG_ENOUGH_MS);
    });
    observer.observe(ref.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [seen, ref]);
  return seen;
}
