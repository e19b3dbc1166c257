import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type CausalNode, plainText } from '@twicewise/contract';
import type { ReactNode } from 'react';
import type { Question } from '../../data/causes-view.ts';
import { useClient } from '../../data/client.ts';
import { causesOverview, nodesBySession } from '../../data/queries/causes.ts';
import { FailureRow, SaidRow } from '../../groups/Causes/Suggestions.tsx';
import { causes as causesWords } from '../../strings/causes.ts';
import type { Causes } from './use-causes.ts';

const words = causesWords.questions;
const MOST = 5;

function Offered({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-1.5 font-medium">{title}</h3>
      <ul>{children}</ul>
    </section>
  );
}

/** Errors and failed decisions, as one end of a question. */
export function KnownFailures({ causes: { view }, onAsk }: { causes: Causes; onAsk: (node: CausalNode) => void }) {
  const { data } = useQuery(causesOverview(useClient(), view.project));
  return (
    <Offered title={words.knownFailures}>
      {(data?.failures ?? []).slice(0, MOST).map((node) => (
        <li key={node.id}>
          <FailureRow node={node} onOpen={() => onAsk(node)} />
        </li>
      ))}
    </Offered>
  );
}

/** What the newest sessions hold. */
function useNewest({ view: { project } }: Causes) {
  const { data } = useInfiniteQuery(nodesBySession(useClient(), project, undefined));
  return data?.pages[0]?.items ?? [];
}

function NewestDecisions({ causes }: { causes: Causes }) {
  const decisions = useNewest(causes).flatMap(({ nodes }) => nodes.filter(({ kind }) => kind === 'decision'));
  const each = [...new Map(decisions.map((node) => [node.id, node])).values()].slice(0, MOST);
  return (
    <Offered title={words.newestDecisions}>
      {each.map(({ id, label, ownOutcome }) => (
        <li key={id}>
          <SaidRow text={label} outcome={ownOutcome} onOpen={() => causes.change({ from: id })} />
        </li>
      ))}
    </Offered>
  );
}

function NewestTasks({ causes }: { causes: Causes }) {
  const tasks = useNewest(causes).map(({ episode: { task, outcome } }) => ({ text: plainText(task), outcome }));
  const each = [...new Map(tasks.map((task) => [task.text, task])).values()].filter(({ text }) => text !== '');
  return (
    <Offered title={words.newestTasks}>
      {each.slice(0, MOST).map(({ text, outcome }) => (
        <li key={text}>
          <SaidRow text={text} outcome={outcome} onOpen={() => causes.change({ from: text })} />
        </li>
      ))}
    </Offered>
  );
}

/** What a question may be asked about, while it is asked about nothing yet. */
export function ToAsk({ ask, causes }: { ask: Question; causes: Causes }) {
  const { view, change } = causes;
  if (ask === 'path') return view.to ? null : <KnownFailures causes={causes} onAsk={({ id }) => change({ to: id })} />;
  if (view.from) return null;
  if (ask === 'why') return <KnownFailures causes={causes} onAsk={({ id }) => change({ from: id })} />;
  return ask === 'deadends' ? <NewestTasks causes={causes} /> : <NewestDecisions causes={causes} />;
}
