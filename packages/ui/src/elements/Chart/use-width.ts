import { type RefCallback, useCallback, useState } from 'react';

/** The width in CSS pixels until the element has been measured. */
const FIRST_WIDTH = 640;

/** The width of an element in CSS pixels, updated when it changes. */
export function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(FIRST_WIDTH);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [measure, width];
}
