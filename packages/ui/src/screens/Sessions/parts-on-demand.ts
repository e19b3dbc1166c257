import { onDemand } from '../../elements/OnDemand/on-demand.tsx';

const load = () => import('./parts.ts');

/** The attempts of a session. */
export const LateAttempts = onDemand(async () => (await load()).AttemptsPart);
/** Where a session stands. */
export const LateSummary = onDemand(async () => (await load()).SummaryPart);
/** What the agent was shown in a session. */
export const LateShown = onDemand(async () => (await load()).ShownPart);
/** The turns of a session. */
export const LateTurns = onDemand(async () => (await load()).TurnsPart);
