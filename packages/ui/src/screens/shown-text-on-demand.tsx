import { lazy, Suspense } from 'react';

const Part = lazy(async () => ({ default: (await import('./ShownTextPart.tsx')).ShownTextPart }));

/** For lists of answers, which ask for the text of one: what shows it is loaded with the first. */
export const shownTextOf = (seq: number) => (
  <Suspense>
    <Part seq={seq} />
  </Suspense>
);
