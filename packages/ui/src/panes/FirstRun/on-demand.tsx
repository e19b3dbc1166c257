import type { ComponentType } from 'react';
import { onDemand } from '../../elements/OnDemand/on-demand.tsx';
import { useAction } from '../../state/action-registry.tsx';

const load = () => import('./first-run.ts');

/** Today in an empty memory. */
export const LateFirstRun = onDemand(async () => (await load()).FirstRun);

interface FirstOfListProps {
  onBin: () => void;
}

/** The first steps in place of a list, whose key for the bin works at once: what was just deleted is looked for there. */
function withBin(Steps: ComponentType<FirstOfListProps>) {
  return function FirstOfList({ onBin }: FirstOfListProps) {
    useAction('bin', onBin);
    return <Steps onBin={onBin} />;
  };
}

/** Lessons in an empty memory. */
export const LateFirstLessons = withBin(onDemand(async () => (await load()).FirstLessons));
/** Sessions in an empty memory. */
export const LateFirstSessions = withBin(onDemand(async () => (await load()).FirstSessions));
