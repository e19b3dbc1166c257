import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import type { Source, SummaryEntry } from '@twicewise/contract';
import { type ReactNode, useId, useState } from 'react';
import { useClient } from '../../data/client.ts';
import { recentAnswers, repeatedFailures } from '../../data/queries/agent-answers.ts';
import { lesson as lessonQuery } from '../../data/queries/reflections.ts';
import { sourceList } from '../../data/queries/sources.ts';
import { Loading } from '../../elements/Message/Message.tsx';
import { AgentAnswers } from '../../groups/Exposures/AgentAnswers.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { RepeatedFailures, type Repetition } from '../../groups/RepeatedFailures/RepeatedFailures.tsx';
import { Sources } from '../../groups/Sources/Sources.tsx';
import { useEntryKeys } from '../../lists/use-entry-keys.ts';
import { shownTextOf } from '../../panes/shown-text-on-demand.tsx';
import { agentAnswers } from '../../strings/agent-answers.ts';
import { repeated } from '../../strings/today.ts';
import { strings } from '../../strings.ts';

const { sources } = strings;

/** Lessons read for each failure before more are requested. */
const FIRST = 3;

/** A part of the screen with its heading. */
function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="pb-2">
      <h2 id={id} className="px-4 pt-4 pb-1 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface PaneProps {
  project: string | undefined;
  onGo: (lessonId: string) => void;
}

/** The latest answers to agents, live. */
function TellingsPane({ project, onGo }: PaneProps) {
  const query = useInfiniteQuery(recentAnswers(useClient(), project));
  const { data, error, hasNextPage, fetchNextPage } = query;
  const answers = data?.pages.flatMap(({ items }) => items) ?? [];
  const entries = useEntryKeys(answers.length);
  return (
    <Panel title={agentAnswers.title}>
      {data && (
        <div {...entries}>
          <AgentAnswers
            answers={answers}
            showProject={project === undefined}
            hasOlder={hasNextPage}
            onOlder={() => void fetchNextPage()}
            text={shownTextOf}
            onGo={onGo}
          />
        </div>
      )}
      {!data && error && <QueryFailure title={agentAnswers.failed} query={query} />}
      {!data && !error && <Loading text={agentAnswers.loading} />}
    </Panel>
  );
}

/** The failures with their lessons, as far as these were requested and read. */
function useRepetitions(failures: readonly SummaryEntry[], whole: ReadonlySet<string>): Repetition[] {
  const client = useClient();
  const asked = failures.map((entry) => (whole.has(entry.text) ? entry.lessonIds : entry.lessonIds.slice(0, FIRST)));
  const ids = [...new Set(asked.flat())];
  const read = useQueries({ queries: ids.map((id) => lessonQuery(client, id)) });
  return failures.map(({ text, count, lessonIds }, index) => {
    const wanted = asked[index] ?? [];
    const lessons = wanted.flatMap((id) => read[ids.indexOf(id)]?.data ?? []);
    return { text, count, lessons, more: lessonIds.length - wanted.length };
  });
}

/** Failures that several lessons state. */
function FailuresPane({ project, onGo }: PaneProps) {
  const query = useQuery(repeatedFailures(useClient(), project));
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const failures = useRepetitions(query.data?.failures ?? [], whole);
  return (
    <Panel title={repeated.title}>
      {query.data && (
        <RepeatedFailures
          failures={failures}
          lookedAt={query.data.lookedAt}
          onGo={onGo}
          onMore={({ text }) => setWhole(new Set([...whole, text]))}
        />
      )}
      {!query.data && query.error && <QueryFailure title={repeated.failed} query={query} />}
      {!query.data && !query.error && <Loading text={repeated.loading} />}
    </Panel>
  );
}

/** The sources from which lessons were imported; they belong to no project. */
function SourcesPane({ project, onDrafts }: Pick<ShownPaneProps, 'project' | 'onDrafts'>) {
  const query = useInfiniteQuery(sourceList(useClient()));
  const { data, error, hasNextPage, fetchNextPage } = query;
  return (
    <Panel title={project ? sources.ofAll : sources.title}>
      {data && (
        <Sources
          sources={data.pages.flatMap(({ items }) => items)}
          hasOlder={hasNextPage}
          onOlder={() => void fetchNextPage()}
          onDrafts={onDrafts}
        />
      )}
      {!data && error && <QueryFailure title={sources.failed} query={query} />}
      {!data && !error && <Loading text={sources.loading} />}
    </Panel>
  );
}

interface ShownPaneProps {
  project: string | undefined;
  onGo: (lessonId: string) => void;
  onDrafts: (source: Source) => void;
}

/** What agents were shown and what followed, beside the failures that lessons repeat and the sources of lessons. */
export function ShownPane({ project, onGo, onDrafts }: ShownPaneProps) {
  return (
    <div className="grid grow content-start @3xl:content-stretch grid-cols-[minmax(0,1fr)] @3xl:grid-cols-[minmax(0,1fr)_18rem] @6xl:grid-cols-[minmax(0,1fr)_24rem]">
      <TellingsPane project={project} onGo={onGo} />
      <div className="border-line @3xl:border-l">
        <FailuresPane project={project} onGo={onGo} />
        <SourcesPane project={project} onDrafts={onDrafts} />
      </div>
    </div>
  );
}
