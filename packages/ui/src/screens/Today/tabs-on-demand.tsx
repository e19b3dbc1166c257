import type { ComponentProps } from 'react';
import { onDemand } from '../../elements/OnDemand/on-demand.tsx';

const load = () => import('./tabs.ts');
const Suspects = onDemand(async () => (await load()).SuspectsPane);
const Contradictions = onDemand(async () => (await load()).ContradictionsPane);
const Unused = onDemand(async () => (await load()).UnusedPane);
const Harmful = onDemand(async () => (await load()).HarmfulPane);
const Shown = onDemand(async () => (await load()).ShownPane);

interface TabProps extends ComponentProps<typeof Shown>, ComponentProps<typeof Unused> {
  kind: 'suspects' | 'contradictions' | 'neglected' | 'harmful' | 'shown';
}

/** A tab of Today besides drafts: the waiting items of one kind, or what agents were shown. */
export function LateTab({ kind, project, onGo, onDrafts, onOpen }: TabProps) {
  return (
    <>
      {kind === 'suspects' && <Suspects project={project} />}
      {kind === 'contradictions' && <Contradictions project={project} onOpen={onOpen} />}
      {kind === 'neglected' && <Unused project={project} onOpen={onOpen} />}
      {kind === 'harmful' && <Harmful project={project} onOpen={onOpen} />}
      {kind === 'shown' && <Shown project={project} onGo={onGo} onDrafts={onDrafts} />}
    </>
  );
}
