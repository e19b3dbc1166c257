import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { fittingOf } from './fitting.ts';

/**
 * The indexes of those elements of a list that have room in the line around it, or null while all have. Otherwise the element
 * `more`, by which the others are found, takes its room in the line too.
 */
export function useFitting(list: RefObject<HTMLElement | null>, shown: number) {
  const line = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLSpanElement>(null);
  const [fitting, setFitting] = useState<ReadonlySet<number> | null>(null);
  const measure = useCallback(() => {
    if (!line.current || !list.current || !more.current) return;
    const widths = [...list.current.children].map((one) => one.getBoundingClientRect().width);
    const { width } = line.current.getBoundingClientRect();
    const next = fittingOf(widths, { width, more: more.current.getBoundingClientRect().width, shown });
    setFitting((now) => ([...(now ?? [])].join() === [...(next ?? [])].join() ? now : next));
  }, [list, shown]);
  // After each rendering: a count that arrives makes its tab wider.
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    if (!line.current || !list.current) return;
    const observer = new ResizeObserver(measure);
    observer.observe(line.current);
    // A font that arrives makes the list wider.
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list, measure]);
  return { line, more, fitting };
}
