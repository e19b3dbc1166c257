import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { OutputOf } from '@twicewise/contract';
import clsx from 'clsx';
import { type ReactNode, useEffect, useRef } from 'react';
import { askPatch, isNode, type Question } from '../../data/causes-view.ts';
import { useClient } from '../../data/client.ts';
import { readView } from '../../data/lessons-view.ts';
import { causalNode, deadEndsOf, pathOf, similarTo, whatIfOf, whyOf } from '../../data/queries/causes.ts';
import { Loading } from '../../elements/Message/Message.tsx';
import { DeadEndsAnswer, PathAnswer, WhatIfAnswer, WhyAnswer } from '../../groups/Causes/Answers.tsx';
import { QuestionKinds } from '../../groups/Causes/QuestionKinds.tsx';
import { SimilarDecisions } from '../../groups/Causes/SimilarDecisions.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { causes as causesWords } from '../../strings/causes.ts';
import { AnswerMap } from './AnswerMap.tsx';
import { type QuestionEnd, QuestionForm } from './QuestionForm.tsx';
import { KnownFailures, ToAsk } from './ToAsk.tsx';
import type { Causes } from './use-causes.ts';
import { useWayOut } from './use-way-out.ts';

const words = causesWords.questions;

interface AnswerProps {
  causes: Causes;
  /** Called with each answer: whether it found something. */
  onAnswered: (isFound: boolean) => void;
}

interface AnsweredProps<T> extends Pick<AnswerProps, 'onAnswered'> {
  query: { data: T | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  isFound: (answer: T) => boolean;
  children: (answer: T) => ReactNode;
}

/** The answer, or its loading or failed state. Renders nothing without a question. */
function Answered<T>({ query, isFound, onAnswered, children }: AnsweredProps<T>) {
  const { data, isFetching } = query;
  useEffect(() => {
    if (data !== undefined && !isFetching) onAnswered(isFound(data));
  }, [data, isFetching, isFound, onAnswered]);
  if (query.data) return children(query.data);
  if (query.error) return <QueryFailure title={words.failed} query={query} />;
  return query.isFetching ? <Loading text={words.asked} /> : null;
}

const waysOf = ({ view, change, toNode, toEdge }: Causes) => ({
  onNode: toNode,
  onEdge: toEdge,
  chain: view.chain,
  onChain: (chain: number | undefined) => change({ chain }, { replace: true }),
});

const foundNothing = ({ of, sessions }: OutputOf<'causal.why'>) =>
  of.node === null && of.candidates.length === 0 && sessions.length === 0;

const whyFound = ({ of }: OutputOf<'causal.why'>) => of.node !== null;
const pathFound = ({ from, to }: OutputOf<'causal.path'>) => from.node !== null && to.node !== null;
const whatIfFound = ({ decision }: OutputOf<'causal.whatIf'>) => decision.node !== null;
const someFound = ({ items }: { items: readonly unknown[] }) => items.length > 0;

function Why({ causes, onAnswered }: AnswerProps) {
  const { view, change } = causes;
  const query = useQuery(whyOf(useClient(), view.project, view.from));
  const ways = waysOf(causes);
  return (
    <Answered query={query} isFound={whyFound} onAnswered={onAnswered}>
      {(answer) => (
        <>
          <WhyAnswer answer={answer} onSubject={(from) => change({ from })} {...ways} />
          {foundNothing(answer) && <KnownFailures causes={causes} onAsk={({ id }) => change({ from: id })} />}
        </>
      )}
    </Answered>
  );
}

function Path({ causes, onAnswered }: AnswerProps) {
  const { view, change } = causes;
  const query = useQuery(pathOf(useClient(), view.project, view.from, view.to));
  const turns = { onFrom: (from: string) => change({ from }), onTo: (to: string) => change({ to }) };
  return (
    <Answered query={query} isFound={pathFound} onAnswered={onAnswered}>
      {(answer) => <PathAnswer answer={answer} {...turns} {...waysOf(causes)} />}
    </Answered>
  );
}

function WhatIf({ causes, onAnswered }: AnswerProps) {
  const { view, change, toNode, toEdge } = causes;
  const query = useQuery(whatIfOf(useClient(), view.project, view.from, view.to));
  const ways = { onNode: toNode, onEdge: toEdge };
  return (
    <Answered query={query} isFound={whatIfFound} onAnswered={onAnswered}>
      {(answer) => <WhatIfAnswer answer={answer} onSubject={(from) => change({ from })} {...ways} />}
    </Answered>
  );
}

/** The search uses words only: a node is represented by its text. */
function Similar({ causes: { view, toNode }, onAnswered }: AnswerProps) {
  const client = useClient();
  const { from, project } = view;
  const node = useQuery(causalNode(client, isNode(from) ? from : undefined, project));
  const query = useQuery(similarTo(client, project, isNode(from) ? node.data?.node.label : from));
  if (node.error) return <QueryFailure title={words.failed} query={node} />;
  return (
    <Answered query={query} isFound={someFound} onAnswered={onAnswered}>
      {(answer) => <SimilarDecisions answer={answer} onNode={toNode} />}
    </Answered>
  );
}

function DeadEnds({ causes: { view, toNode }, onAnswered }: AnswerProps) {
  const navigate = useNavigate();
  const query = useQuery(deadEndsOf(useClient(), view.project, view.from));
  const toLesson = (lesson: string) =>
    void navigate({ to: '/lessons', search: readView({ project: view.project, lesson }) });
  return (
    <Answered query={query} isFound={someFound} onAnswered={onAnswered}>
      {(answer) => <DeadEndsAnswer answer={answer} onNode={toNode} onLesson={toLesson} />}
    </Answered>
  );
}

const ANSWERS = { why: Why, path: Path, whatif: WhatIf, similar: Similar, deadends: DeadEnds };

interface QuestionPaneProps {
  ask: Question;
  causes: Causes;
  /** True beside the list of nodes, whose search has a key of its own. */
  hasList: boolean;
}

/** A question about causes, and its answer, with a map of just that where it has chains. */
export function QuestionPane({ ask, causes, hasList }: QuestionPaneProps) {
  const Answer = ANSWERS[ask];
  const { drawn, view, change } = causes;
  const form = useRef<HTMLFormElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  const { toAnswer, onAsked, onAnswered, onType } = useWayOut(view.from !== undefined, form, answer);
  // What was chosen is gone with the other offers: the keys go on in the field of the other end, else at the answer.
  const goOn = (chosen: QuestionEnd | null) =>
    requestAnimationFrame(() => {
      const other =
        chosen && form.current?.querySelector<HTMLElement>(`input[name="${chosen === 'from' ? 'to' : 'from'}"]`);
      if (other) other.focus({ preventScroll: true });
      else toAnswer();
    });
  const toOffers = () => answer.current?.querySelector('button')?.focus();
  return (
    <section
      aria-label={words.names[ask]}
      data-place="answer"
      className="@container flex min-h-0 min-w-0 grow flex-col overflow-y-auto bg-reading"
    >
      <div className="flex flex-col gap-3 p-4">
        <div className="-mx-2.5">
          <QuestionKinds value={ask} onChange={(question) => change(askPatch(view, question))} />
        </div>
        <QuestionForm
          key={ask}
          ask={ask}
          causes={causes}
          formRef={form}
          hasKey={!hasList}
          onChosen={goOn}
          onAsked={onAsked}
          onType={onType}
          onPast={toOffers}
        />
      </div>
      {/* Beside each other where there is room, else the answer below its map. */}
      <div className="flex min-h-0 grow flex-col @min-[46rem]:flex-row">
        <div
          ref={answer}
          tabIndex={-1}
          className={clsx(
            'flex max-w-[80ch] flex-col px-4 pb-4 focus-visible:shadow-[inset_0_2px_0_var(--signal)] focus-visible:outline-none',
            drawn
              ? 'pt-3 @min-[46rem]:w-72 @min-[46rem]:shrink-0 @min-[54rem]:w-90 @min-[46rem]:overflow-y-auto @min-[46rem]:border-line @min-[46rem]:border-t @min-[46rem]:border-l'
              : 'grow pt-2',
          )}
        >
          <div aria-live="polite" className="flex flex-col gap-4">
            <Answer causes={causes} onAnswered={onAnswered} />
          </div>
          <ToAsk ask={ask} causes={causes} onChosen={goOn} />
        </div>
        {drawn && <AnswerMap causes={causes} drawn={drawn} />}
      </div>
    </section>
  );
}
