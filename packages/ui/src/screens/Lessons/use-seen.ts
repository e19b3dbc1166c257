import { type RefObject, useEffect, useState } from 'react';

/** Shorter views do not count, in milliseconds: a person who steps through a list quickly does not look at its lessons. */
const LONG_ENOUGH_MS = 150;

/** True once the element has been visible for a moment, so that its content need not be requested earlier. */
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
