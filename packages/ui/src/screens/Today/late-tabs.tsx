import { type ComponentProps, lazy, Suspense } from 'react';

const load = () => import('./tabs.ts');
const Suspects = lazy(async () => ({ default: (await load()).SuspectsPane }));
const Contradictions = lazy(async () => ({ default: (await load()).ContradictionsPane }));
const Unused = lazy(async () => ({ default: (await load()).UnusedPane }));
const Harmful = lazy(async () => ({ default: (await load()).HarmfulPane }));
const Shown = lazy(async () => ({ default: (await load()).ShownPane }));

interface TabProps extends ComponentProps<typeof Shown>, ComponentProps<typeof Unused> {
  kind: 'suspects' | 'contradictions' | 'neglected' | 'harmful' | 'shown';
}

/** A tab of Today besides drafts: the waiting items of one kind, or what agents were shown. */
export function LateTab({ kind, project, onGo, onDrafts, onOpen }: TabProps) {
  return (
    <Suspense>
      {kind === 'suspects' && <Suspects project={project} />}
      {kind === 'contradictions' && <Contradictions project={project} onOpen={onOpen} />}
      {kind === 'neglected' && <Unused project={project} onOpen={onOpen} />}
      {kind === 'harmful' && <Harmful project={project} onOpen={onOpen} />}
      {kind === 'shown' && <Shown project={project} onGo={onGo} onDrafts={onDrafts} />}
    </Suspense>
  );
}
