import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { subjectPatch } from '../../data/causes-view.ts';
import { useClient } from '../../data/client.ts';
import { MAX_WORDS } from '../../data/lessons-view.ts';
import { nodeList } from '../../data/queries/causes.ts';
import { Loading, Message } from '../../elements/Message/Message.tsx';
import { SearchField } from '../../elements/SearchField/SearchField.tsx';
import type { Hiding } from '../../graph/picture.ts';
import { NodeList } from '../../groups/Causes/NodeList.tsx';
import { focusRow } from '../../groups/Causes/rows.ts';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { focusMap } from '../../state/focus-map.ts';
import { causes as causesWords } from '../../strings/causes.ts';
import type { Causes } from './use-causes.ts';

const words = causesWords.list;

/** The typed words; the link follows them. When the link changes otherwise, as by Back, the field changes too. */
function useTyped({ view, change }: Causes) {
  const [typed, setTyped] = useState(view.q ?? '');
  const sent = useRef(view.q ?? '');
  useEffect(() => {
    if ((view.q ?? '') === sent.current) return;
    sent.current = view.q ?? '';
    setTyped(sent.current);
  }, [view.q]);
  const type = (text: string) => {
    setTyped(text);
    sent.current = text.trim();
    change({ q: text.trim() }, { replace: true });
  };
  return [typed, type] as const;
}

/** Which nodes the map leaves out and why, as its heading counts them, and how one is shown again. */
function hiddenOnMap({ view, change, drawn }: Causes) {
  const by = drawn?.hiddenBy ?? new Map<string, readonly string[]>();
  return {
    hidingOf: (id: string): Hiding => (by.has(id) ? (view.hide?.includes(id) ? 'chosen' : 'alone') : null),
    onShow: (id: string) => change({ hide: view.hide?.filter((other) => !by.get(id)?.includes(other)) }),
  };
}

/** A search for nodes and its hits, as the start of the map. */
export function CauseListPane(causes: Causes) {
  const { view, middle, change } = causes;
  const [typed, type] = useTyped(causes);
  const asked = typed.trim();
  const query = useInfiniteQuery({
    ...nodeList(useClient(), view.project, asked),
    placeholderData: keepPreviousData,
  });
  const nodes = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const { total = 0, near = 0 } = query.data?.pages[0] ?? {};
  // The link may not contain the last typed words yet.
  const choose = (id: string) => {
    const subject = subjectPatch(view, id);
    if (subject) change({ ...subject, q: asked });
    else middle(id, { q: asked });
    // Where the panel takes the place of this list, the keys go on at the map.
    focusMap();
  };
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  // When a person types and presses Enter at once, Enter waits for the answer to what was typed.
  const wish = useRef<string | null>(null);
  const isStale = query.isPlaceholderData;
  useEffect(() => {
    if (wish.current === null || isStale) return;
    if (wish.current === asked && nodes[0]) choose(nodes[0].id);
    wish.current = null;
  });
  const toRow = (step: number) => focusRow(list.current, field.current, step);
  useAction('filter', () => field.current?.select());
  useAction('clear', () => (typed === '' ? toRow(1) : type('')));
  useAction('toHits', () => toRow(1));
  useAction('openHit', () => {
    if (isStale) wish.current = asked;
    else if (nodes[0]) choose(nodes[0].id);
  });
  useAction('down', () => toRow(1), true, false);
  useAction('up', () => toRow(-1), true, false);
  return (
    <section aria-label={words.label} className="flex min-h-0 grow flex-col bg-surface">
      <div className="border-line border-b p-2">
        <SearchField
          value={typed}
          maxLength={MAX_WORDS}
          label={words.search}
          hint={words.search}
          clear={words.clearSearch}
          fieldRef={field}
          onType={type}
        />
      </div>
      <p role="status" className="px-3 py-1 text-ink-3 text-small tabular-nums">
        {query.data && asked !== '' && words.found(total, near)}
      </p>
      {query.error && !query.data && <QueryFailure title={causesWords.failed} query={query} />}
      {query.isPending && <Loading text={causesWords.loading} />}
      {query.data && nodes.length === 0 && asked !== '' && <Message title={words.none} text={words.noneHint} />}
      <NodeList
        nodes={nodes}
        chosen={view.node}
        {...hiddenOnMap(causes)}
        listRef={list}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        onChoose={choose}
      />
    </section>
  );
}
