import type { EpisodeDecision } from '@twicewise/contract';
import clsx from 'clsx';
import { RotateCw, TrendingUp } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from 'react';
import { isDoubtful } from '../../data/shown-outcome.ts';
import { saysNoMore, type TimelineItem, timesIn } from '../../data/timeline.ts';
import { type TimelineMark, type TimelineRow, withMarks } from '../../data/timeline-marks.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { LongText } from '../../elements/LongText/LongText.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { dayAndHour } from '../../elements/RelativeTime/relative.ts';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { ACTIONS } from '../../state/actions.ts';
import { attempts } from '../../strings/attempts.ts';
import { sessionRecord } from '../../strings/session-record.ts';
import { ItemTime } from './ItemTime.tsx';
import { itemElementId, markOf } from './item-mark.ts';
import { References } from './References.tsx';

const words = sessionRecord.timeline;

/** Items drawn at a time; a record may have four thousand. */
const STEP = 100;

interface TimelineProps {
  items: readonly TimelineItem[];
  /** What the attempts of the session say of its course. */
  marks: readonly TimelineMark[];
  byId: ReadonlyMap<string, TimelineItem>;
  /** An item to scroll to and focus. */
  target: string | null;
  onReached: () => void;
  onJump: (id: string) => void;
  onDecision: (id: string) => void;
  onAttempt: (id: string) => void;
  /** Goes to where two things that the session holds are connected as cause and effect; null where they cannot be. */
  onConnect: (() => void) | null;
}

type Open = Pick<TimelineProps, 'byId' | 'onJump' | 'onDecision'>;

/** True when a decision has more text than is shown here. */
function saysMore({ context, options, risks, confidence }: EpisodeDecision): boolean {
  return context !== '' || options.length > 0 || risks.length > 0 || confidence !== null;
}

function Said({ item, onDecision }: { item: TimelineItem } & Pick<Open, 'onDecision'>) {
  // An error is output of a program, whose signs mean themselves.
  if (item.kind === 'event' && saysNoMore(item)) return null;
  if (item.kind === 'event') return <LongText markdown={item.type !== 'error'} text={item.content} />;
  return (
    <>
      <LongText markdown text={item.chosen} className="max-w-[72ch] font-medium" />
      {item.rationale && <LongText markdown text={item.rationale} className="text-ink-2" />}
      {saysMore(item) && (
        <TextLink className="min-h-6 text-ink-2 text-small" onClick={() => onDecision(item.id)}>
          {words.inFull}
        </TextLink>
      )}
    </>
  );
}

interface FrameProps extends ComponentProps<'li'> {
  item: TimelineRow;
  /** False where the row above has said already that there is no time. */
  saysTime: boolean;
  /** False where the row above is of the same day. */
  saysDay: boolean;
  icon: ReactNode;
  /** The look of the icon: its frame and its colour. */
  iconClass: string;
}

/** A row of the timeline: when it happened, its icon on the line from row to row, and what happened. */
function Frame({ item, saysTime, saysDay, icon, iconClass, className, children, ...rest }: FrameProps) {
  return (
    <li className={clsx('group/item grid grid-cols-[5.5rem_1.5rem_minmax(0,1fr)] gap-x-2', className)} {...rest}>
      <div className="pt-0.5 text-right">{saysTime && <ItemTime item={item} saysDay={saysDay} />}</div>
      <div className="flex flex-col items-center">
        <span className={clsx('flex size-6 shrink-0 items-center justify-center', iconClass)}>{icon}</span>
        <span aria-hidden className="w-px grow bg-line group-last/item:bg-transparent" />
      </div>
      <div className="min-w-0 pt-0.5 pb-4">{children}</div>
    </li>
  );
}

function Row({
  item,
  saysTime,
  saysDay,
  byId,
  onJump,
  onDecision,
}: { item: TimelineItem } & Pick<FrameProps, 'saysTime' | 'saysDay'> & Open) {
  const { Icon, word, isError } = markOf(item);
  return (
    <Frame
      item={item}
      saysTime={saysTime}
      saysDay={saysDay}
      icon={<Icon size={13} aria-hidden />}
      iconClass={clsx(
        'border bg-reading',
        // A decision is a square, an event a circle, so that they differ even without their icons.
        item.kind === 'decision' ? 'rounded-none border-ink-3' : 'rounded-full border-line-strong',
        isError ? 'text-failure' : 'text-ink-2',
      )}
      id={itemElementId(item.id)}
      tabIndex={-1}
      className="rounded-sm focus:bg-signal-tint focus-visible:outline-none"
    >
      <p className="flex flex-wrap items-center gap-x-2 text-small">
        <span className={clsx('min-w-0 wrap-anywhere', isError ? 'font-medium text-failure' : 'text-ink-2')}>
          {word}
        </span>
        {item.kind === 'decision' && item.outcome !== 'unknown' && (
          <OutcomeGlyph outcome={item.outcome} doubtful={isDoubtful(item)} />
        )}
        {item.kind === 'event' && item.commitSha && (
          <span className="break-all font-mono text-ink-3 text-micro">{item.commitSha}</span>
        )}
        <span className="ml-auto font-mono text-ink-3 text-micro">{item.id}</span>
      </p>
      <Said item={item} onDecision={onDecision} />
      <References refs={item.refs} items={byId} onJump={onJump} />
    </Frame>
  );
}

/** Where the session was stuck, or came through, with the way to the attempts that say so. */
function Mark({
  item,
  saysTime,
  saysDay,
  onAttempt,
}: { item: TimelineMark } & Pick<FrameProps, 'saysTime' | 'saysDay'> & Pick<TimelineProps, 'onAttempt'>) {
  const isStuck = item.mark === 'stuck';
  const Icon = isStuck ? RotateCw : TrendingUp;
  const said = isStuck ? attempts.stuckFor(item.reason, item.attempts, item.what) : attempts.cameThrough(item.after);
  return (
    <Frame
      item={item}
      saysTime={saysTime}
      saysDay={saysDay}
      icon={<Icon size={15} aria-hidden />}
      iconClass={isStuck ? 'text-failure' : 'text-success'}
    >
      <p dir="auto" className={clsx('max-w-[72ch] wrap-anywhere', isStuck ? 'text-failure' : 'text-success')}>
        {said}
      </p>
      <TextLink className="min-h-6 text-ink-2 text-small" onClick={() => onAttempt(item.attemptId)}>
        {attempts.toLadder(isStuck ? item.attempts : 1)}
      </TextLink>
    </Frame>
  );
}

const isTimed = ({ at, timeQuality }: TimelineRow) => at !== null && timeQuality !== 'unknown';

/** The day of a row, as it is shown; null where the hour is not known either. */
const dayOf = ({ at, timeQuality }: TimelineRow) =>
  at !== null && timeQuality === 'exact' ? dayAndHour(at).day : null;

/** How reliable the times of a record are, so that its order is not taken for certain, and what can be done with its items. */
function Head({ rows, onConnect }: { rows: readonly TimelineRow[] } & Pick<TimelineProps, 'onConnect'>) {
  const { exact, day, unknown } = timesIn(rows);
  const parts = [
    exact > 0 ? words.exact(exact) : '',
    day > 0 ? words.day(day) : '',
    unknown > 0 ? words.unknown(unknown) : '',
  ];
  return (
    <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 text-small">
      <p className="max-w-[72ch] text-ink-3">{parts.filter(Boolean).join(', ')}.</p>
      {onConnect && (
        <TextLink className="min-h-6 text-ink-2" onClick={onConnect}>
          {ACTIONS.connectThings.title}
        </TextLink>
      )}
    </div>
  );
}

/** Shows enough items to include the target, and jumps to it once it is drawn. */
function useTarget(
  rows: readonly TimelineRow[],
  { target, onReached }: Pick<TimelineProps, 'target' | 'onReached'>,
): { shown: number; showMore: () => void } {
  const [shown, setShown] = useState(STEP);
  const place = target === null ? -1 : rows.findIndex(({ id }) => id === target);
  const needed = Math.max(shown, Math.ceil((place + 1) / STEP) * STEP);
  if (needed !== shown) setShown(needed);
  useEffect(() => {
    if (target === null) return;
    const element = document.getElementById(itemElementId(target));
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
    onReached();
  }, [target, onReached]);
  return { shown: needed, showMore: () => setShown(needed + STEP) };
}

/** Everything that happened, from first to last. */
export function Timeline(props: TimelineProps) {
  const { items, marks, byId, onJump, onDecision, onAttempt, onConnect } = props;
  const rows = useMemo(() => withMarks(items, marks), [items, marks]);
  const { shown, showMore } = useTarget(rows, props);
  if (rows.length === 0) return <p className="text-ink-2">{words.none}</p>;
  const left = rows.length - shown;
  return (
    <>
      <Head rows={rows} onConnect={items.length > 1 ? onConnect : null} />
      <ol aria-label={sessionRecord.tabs.timeline}>
        {rows.slice(0, shown).map((item, index) => {
          const above = rows[index - 1];
          const saysTime = isTimed(item) || above === undefined || isTimed(above);
          const saysDay = above === undefined || dayOf(item) !== dayOf(above);
          return item.kind === 'mark' ? (
            <Mark key={item.id} item={item} saysTime={saysTime} saysDay={saysDay} onAttempt={onAttempt} />
          ) : (
            <Row
              key={item.id}
              item={item}
              saysTime={saysTime}
              saysDay={saysDay}
              byId={byId}
              onJump={onJump}
              onDecision={onDecision}
            />
          );
        })}
      </ol>
      {left > 0 && <Button onClick={showMore}>{words.next(Math.min(STEP, left), left)}</Button>}
    </>
  );
}
