import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { WaitingList, type WaitingRow } from '../../groups/Review/WaitingList.tsx';
import { strings } from '../../strings.ts';

const words = strings.waiting;

/** In place of the list that had the focus. */
export function AllDone({ text, hint }: { text: string; hint: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus({ preventScroll: true }), []);
  return (
    <p
      ref={line}
      tabIndex={-1}
      className="flex items-center gap-1.5 px-4 py-3 text-ink-2 focus-visible:-outline-offset-2"
    >
      {text} <Kbd keys="u" /> {hint}
    </p>
  );
}

interface WaitingFrameProps {
  list: string;
  card: string;
  none: string;
  /** Said in any case, such as that more may be found. */
  note: string | null;
  rows: readonly WaitingRow[];
  index: number;
  decided: number;
  listRef: RefObject<HTMLDivElement | null>;
  hasMore: boolean;
  onMore: () => void;
  onPick: (id: string) => void;
  children: ReactNode;
}

/** What waits, of one kind: the list, and the one in focus complete beside it. */
export function WaitingFrame(props: WaitingFrameProps) {
  const { list, card, none, note, rows, decided, children, ...rest } = props;
  return (
    <>
      {note && (
        <p role="status" className="border-line border-b px-4 py-1.5 text-ink-2 text-small">
          {note}
        </p>
      )}
      {rows.length === 0 && decided > 0 && <AllDone text={words.allDone} hint={words.allDoneHint} />}
      {rows.length === 0 && decided === 0 && <p className="px-4 py-3 text-ink-2">{none}</p>}
      {rows.length > 0 && (
        <div className="flex @3xl:h-[clamp(22rem,58vh,44rem)] @3xl:flex-row flex-col">
          <div className="flex @3xl:max-h-none max-h-43 min-h-0 @3xl:w-[28%] @3xl:min-w-60 @3xl:max-w-96 shrink-0 flex-col border-line @3xl:border-r @3xl:border-b-0 border-b bg-surface">
            <WaitingList label={list} rows={rows} {...rest} />
          </div>
          <article aria-label={card} className="flex min-h-0 min-w-0 grow flex-col bg-reading">
            {children}
          </article>
        </div>
      )}
    </>
  );
}
