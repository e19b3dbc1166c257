import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type CausalNode, plainText } from '@twicewise/contract';
import type { ReactNode } from 'react';
import type { Question } from '../../data/causes-view.ts';
import { useClient } from '../../data/client.ts';
import { causesOverview, nodesBySession } from '../../data/queries/causes.ts';
import { FailureRow, SaidRow } from '../../groups/Causes/Suggestions.tsx';
import { causes as causesWords } from '../../strings/causes.ts';
import type { QuestionEnd } from './QuestionForm.tsx';
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

interface NewestProps {
  causes: Causes;
  onAsk: (about: string) => void;
}

function NewestDecisions({ causes, onAsk }: NewestProps) {
  const decisions = useNewest(causes).flatMap(({ nodes }) => nodes.filter(({ kind }) => kind === 'decision'));
  const each = [...new Map(decisions.map((node) => [node.id, node])).values()].slice(0, MOST);
  return (
    <Offered title={words.newestDecisions}>
      {each.map(({ id, label, ownOutcome }) => (
        <li key={id}>
          <SaidRow text={label} outcome={ownOutcome} onOpen={() => onAsk(id)} />
        </li>
      ))}
    </Offered>
  );
}

function NewestTasks({ causes, onAsk }: NewestProps) {
  const tasks = useNewest(causes).map(({ episode: { task, outcome } }) => ({ text: plainText(task), outcome }));
  const each = [...new Map(tasks.map((task) => [task.text, task])).values()].filter(({ text }) => text !== '');
  return (
    <Offered title={words.newestTasks}>
      {each.slice(0, MOST).map(({ text, outcome }) => (
        <li key={text}>
          <SaidRow text={text} outcome={outcome} onOpen={() => onAsk(text)} />
        </li>
      ))}
    </Offered>
  );
}

interface ToAskProps {
  ask: Question;
  causes: Causes;
  /** Called with the end of the question for which one was chosen. */
  onChosen: (end: QuestionEnd) => void;
}

/** What a question may be asked about, while it is asked about nothing yet. */
export function ToAsk({ ask, causes, onChosen }: ToAskProps) {
  const { view } = causes;
  const choose = (end: QuestionEnd, value: string) => {
    causes.change({ [end]: value });
    onChosen(end);
  };
  if (ask === 'path') return view.to ? null : <KnownFailures causes={causes} onAsk={({ id }) => choose('to', id)} />;
  if (view.from) return null;
  if (ask === 'why') return <KnownFailures causes={causes} onAsk={({ id }) => choose('from', id)} />;
  const offered = { causes, onAsk: (from: string) => choose('from', from) };
  return ask === 'deadends' ? <NewestTasks {...offered} /> : <NewestDecisions {...offered} />;
}
