import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { PatternStanding } from '@twicewise/contract';
import { useEffect, useRef, useState } from 'react';
import { isGone, useClient } from '../../data/client.ts';
import { MAX_WORDS } from '../../data/lessons-view.ts';
import { projectsApart } from '../../data/project-label.ts';
import { patternList, patternOf } from '../../data/queries/patterns.ts';
import { projectList } from '../../data/queries/projects.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Loading, Message } from '../../elements/Message/Message.tsx';
import { SearchField } from '../../elements/SearchField/SearchField.tsx';
import { Segmented } from '../../elements/Segmented/Segmented.tsx';
import { Toggle } from '../../elements/Toggle/Toggle.tsx';
import { focusRow } from '../../groups/Causes/rows.ts';
import { AddPattern, type NewPattern } from '../../groups/Patterns/AddPattern.tsx';
import { PatternDetails } from '../../groups/Patterns/PatternDetails.tsx';
import { PatternList } from '../../groups/Patterns/PatternList.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { named } from '../../strings/numbers.ts';
import { patterns as words } from '../../strings/patterns.ts';
import type { Causes } from './use-causes.ts';

const STANDINGS = ['works', 'fails', 'open'] as const satisfies readonly PatternStanding[];
/** Milliseconds without typing before a search starts, because each one reads all patterns. */
const TYPING_MS = 150;

/** The words being typed, and the words searched for a moment later. */
function useWords() {
  const [typed, type] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, type, asked };
}

function useList({ view }: Causes, asked: string) {
  const filter = {
    project: view.project,
    text: asked,
    standing: view.standing,
    disputed: view.disputed ?? false,
  };
  const query = useInfiniteQuery({ ...patternList(useClient(), filter), placeholderData: keepPreviousData });
  const [first] = query.data?.pages ?? [];
  const patterns = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return { query, patterns, total: first?.total ?? 0, standings: first?.standings };
}

type Listed = ReturnType<typeof useList>;

function Filters({ causes: { view, change }, standings }: { causes: Causes; standings: Listed['standings'] }) {
  const options = [
    { value: 'all' as const, label: words.all },
    ...STANDINGS.map((value) => ({
      value,
      label: standings ? words.some(words.standings[value], standings[value]) : words.standings[value],
    })),
  ].map((option) => ({ ...option, icon: option.label }));
  return (
    <div className="flex flex-wrap items-center gap-1 px-2 pb-1">
      <Segmented
        label={words.show}
        options={options}
        value={view.standing ?? 'all'}
        onChange={(standing) => change({ standing: standing === 'all' ? undefined : standing }, { replace: true })}
      />
    </div>
  );
}

/** Shown when the list has no rows: why, and what to do. */
function NoRows({ isNarrowed, onAll }: { isNarrowed: boolean; onAll: () => void }) {
  if (!isNarrowed) return <Message title={words.none} text={words.noneHint} />;
  return (
    <Message title={words.noneHere}>
      <Button onClick={onAll}>{words.clear}</Button>
    </Message>
  );
}

/** Asserts a pattern in the chosen project, or in the only one there is. */
function useAdd({ view, change }: Causes) {
  const { attempt } = useCommands();
  const { data: projects = [] } = useQuery(projectList(useClient()));
  return async ({ note, ...pattern }: NewPattern) => {
    const project = view.project ?? (projects.length === 1 ? projects[0]?.id : undefined);
    // Without a project the pattern would belong to no work that an agent asks about.
    if (project === undefined && projects.length > 0)
      return { code: 'invalid_input' as const, message: words.add.needsProject, hint: '' };
    const input = { ...(project ? { projectId: project } : {}), pattern, note };
    const answer = await attempt('pattern.assert', input, named(words.add.done, pattern.action));
    if (!answer.ok) return answer.error;
    if (answer.value.pattern) change({ pattern: answer.value.pattern.id });
    return null;
  };
}

function ListSide({ causes }: { causes: Causes }) {
  const { view, change } = causes;
  const { typed, type, asked } = useWords();
  const add = useAdd(causes);
  const { query, patterns, total, standings } = useList(causes, asked);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const isNarrowed = asked !== '' || view.standing !== undefined || view.disputed === true;
  const choose = (pattern: string) => change({ pattern }, { replace: view.pattern !== undefined });
  const toRow = (step: number) => focusRow(list.current, field.current, step);
  useAction('filter', () => field.current?.select());
  useAction('clear', () => (typed === '' ? toRow(1) : type('')));
  useAction('toHits', () => toRow(1));
  useAction('down', () => toRow(1), true, false);
  useAction('up', () => toRow(-1), true, false);
  return (
    <section
      aria-label={words.label}
      className="flex min-h-60 w-[42%] min-w-80 max-w-120 shrink-0 flex-col border-line border-r bg-surface max-[880px]:w-full max-[880px]:max-w-none"
    >
      <SearchField
        className="m-2"
        value={typed}
        maxLength={MAX_WORDS}
        label={words.search}
        hint={words.searchHint}
        clear={words.clearSearch}
        fieldRef={field}
        onType={type}
      />
      <Filters causes={causes} standings={standings} />
      <div className="flex items-center border-line border-b pr-2 pb-1 pl-3">
        <p role="status" className="text-ink-3 text-small tabular-nums">
          {query.data && words.total(total)}
        </p>
        <Toggle
          pressed={view.disputed ?? false}
          onClick={() => change({ disputed: view.disputed ? undefined : true }, { replace: true })}
          className="ml-auto rounded-sm"
        >
          {words.withDisputed}
        </Toggle>
      </div>
      {query.error && !query.data && <QueryFailure title={words.failed} query={query} />}
      {query.isPending && <Loading text={words.loading} />}
      {query.data && patterns.length === 0 && (
        <NoRows
          isNarrowed={isNarrowed}
          onAll={() => {
            type('');
            change({ standing: undefined, disputed: undefined });
          }}
        />
      )}
      <PatternList
        patterns={patterns}
        chosen={view.pattern}
        listRef={list}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        onChoose={choose}
      />
      <AddPattern onAdd={add} />
    </section>
  );
}

function Opened({ id }: { id: string }) {
  const { attempt, run } = useCommands();
  const query = useQuery(patternOf(useClient(), id));
  const { data: projects = [] } = useQuery(projectList(useClient()));
  const found = query.data;
  if (isGone(query.error)) return <Message title={words.open.gone} />;
  if (!found)
    return query.error ? <QueryFailure title={words.failed} query={query} /> : <Loading text={words.loading} />;
  const say = async (stance: 'supports' | 'disputes', note: string) => {
    const done = stance === 'disputes' ? words.open.disputing : words.open.agreed;
    const answer = await attempt('pattern.assert', { pattern: id, stance, note }, named(done, found.action));
    return answer.ok ? null : answer.error;
  };
  return (
    <PatternDetails
      key={id}
      found={found}
      project={projectsApart(projects).find((project) => project.id === found.pattern.projectId)?.name ?? null}
      onSay={say}
      onRetract={(claimId) => void run('causal.retract', { id: claimId }, named(words.open.retracted, found.action))}
    />
  );
}

/** Patterns: what was done for like reasons and how often it helped, each with its evidence. */
export function PatternsPane({ causes }: { causes: Causes }) {
  const { pattern } = causes.view;
  return (
    <div className="flex min-h-0 min-w-0 grow max-[880px]:flex-col">
      <ListSide causes={causes} />
      <article
        aria-label={words.open.label}
        tabIndex={-1}
        data-place="panel"
        className="min-h-60 min-w-0 grow overflow-y-auto bg-reading focus-visible:outline-none max-[880px]:overflow-visible"
      >
        <div className="max-w-[76ch]">
          {pattern ? <Opened id={pattern} /> : <p className="p-6 text-ink-3">{words.open.nothing}</p>}
        </div>
      </article>
    </div>
  );
}
