import { type ComponentProps, lazy, Suspense } from 'react';

const load = () => import('./first-run.ts');
const Run = lazy(async () => ({ default: (await load()).FirstRun }));
const Lessons = lazy(async () => ({ default: (await load()).FirstLessons }));
const Sessions = lazy(async () => ({ default: (await load()).FirstSessions }));

/** Today in an empty memory. */
export function LateFirstRun() {
  return (
    <Suspense>
      <Run />
    </Suspense>
  );
}

/** Lessons in an empty memory. */
export function LateFirstLessons(props: ComponentProps<typeof Lessons>) {
  return (
    <Suspense>
      <Lessons {...props} />
    </Suspense>
  );
}

/** Sessions in an empty memory. */
export function LateFirstSessions(props: ComponentProps<typeof Sessions>) {
  return (
    <Suspense>
      <Sessions {...props} />
    </Suspense>
  );
}
