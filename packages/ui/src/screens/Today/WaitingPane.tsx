import { type ReactNode, useEffect, useRef } from 'react';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { SelectedKeys } from '../../groups/Review/selected-keys.ts';
import { WaitingList, type WaitingRow } from '../../groups/Review/WaitingList.tsx';
import { waiting as words } from '../../strings/waiting.ts';
import { NotRead } from './NotRead.tsx';
import type { Row } from './queue.ts';
import type { WaitingThings } from './use-waiting.ts';

/** Replaces the list that had the focus. */
export function AllDone({ text }: { text: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus({ preventScroll: true }), []);
  return (
    <p
      ref={line}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-1.5 px-4 py-3 text-ink-2 focus-visible:-outline-offset-2"
    >
      {text} <Kbd keys="u" /> {words.undoes} <Kbd keys="]" /> {words.goesOn}
    </p>
  );
}

interface WaitingPaneProps<R extends Row> {
  /** The texts for this kind. */
  words: { list: string; card: string; none: string };
  waiting: WaitingThings<R>;
  /** Always shown, such as a note that more may be found. */
  note?: string | null;
  /** The row of an item in the list. */
  line: (row: R) => Omit<WaitingRow, 'id'>;
  /** The current item; `place` is its position in the list, in words. */
  card: (row: R, place: string) => ReactNode;
  /** The keys that do not mean the current item while several are selected. */
  keysOfSelected?: readonly string[];
  /** Above the list: what can be done with all of them. */
  head?: ReactNode;
  /** Below the list: what can be done with the selected ones. */
  foot?: ReactNode;
}

/** The waiting items of one kind: the list, with the complete current item beside it. */
export function WaitingPane<R extends Row>(props: WaitingPaneProps<R>) {
  const { words: said, waiting, note, line, card, keysOfSelected = [], head, foot } = props;
  const { query, first, items, index, current, total, decided, list, goTo } = waiting;
  if (!first) return <NotRead query={query} />;
  const rows = items.map((row) => ({ id: row.id, ...line(row) }));
  return (
    <>
      {note && (
        <p role="status" className="border-line border-b px-4 py-1.5 text-ink-2 text-small">
          {note}
        </p>
      )}
      {rows.length > 0 && head}
      {rows.length === 0 && decided > 0 && <AllDone text={words.allDone} />}
      {rows.length === 0 && decided === 0 && <p className="px-4 py-3 text-ink-2">{said.none}</p>}
      {rows.length > 0 && (
        <div className="flex min-h-0 grow @3xl:flex-row flex-col">
          <div className="flex @3xl:max-h-none max-h-43 min-h-0 @3xl:w-[28%] @3xl:min-w-60 @3xl:max-w-96 shrink-0 flex-col border-line @3xl:border-r @3xl:border-b-0 border-b bg-surface">
            <WaitingList
              label={said.list}
              rows={rows}
              index={index}
              listRef={list}
              hasMore={query.hasNextPage}
              onMore={() => void query.fetchNextPage()}
              marks={waiting.several.marks}
              onPick={goTo}
            />
            {foot}
          </div>
          <article aria-label={said.card} className="flex min-h-0 min-w-0 grow flex-col bg-reading">
            {current && (
              <SelectedKeys key={current.id} value={waiting.several.selected.length > 0 ? keysOfSelected : []}>
                {card(current, words.place(index + 1, total))}
              </SelectedKeys>
            )}
          </article>
        </div>
      )}
    </>
  );
}
