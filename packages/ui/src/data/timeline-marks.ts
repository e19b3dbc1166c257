import type { AttemptAnalysis, EpisodeEvent, StuckReason } from '@twicewise/contract';
import type { TimelineItem } from './timeline.ts';

/** What the attempts of a session say of its course: where it was stuck, and where it came through. */
export type TimelineMark = Pick<EpisodeEvent, 'id' | 'at' | 'timeQuality'> & {
  kind: 'mark';
  /** The first attempt that it is about. */
  attemptId: string;
} & (
    | { mark: 'stuck'; reason: StuckReason; attempts: number; what: string | null }
    | { mark: 'breakthrough'; after: number }
  );

/** A row of the timeline. */
export type TimelineRow = TimelineItem | TimelineMark;

type Marked = Pick<AttemptAnalysis, 'curve' | 'breakthroughs' | 'stuck'>;

/** The marks of a session: a stretch stands where its first attempt began, a breakthrough where its attempt ended. */
export function timelineMarks({ curve, breakthroughs, stuck }: Marked): TimelineMark[] {
  const attempts = new Map(curve.map((one) => [one.attemptId, one]));
  const time = (at: string | null | undefined) =>
    ({ at: at ?? null, timeQuality: at == null ? 'unknown' : 'exact' }) as const;
  return [
    ...stuck.flatMap(({ reason, attemptIds, what }): TimelineMark[] => {
      const [attemptId] = attemptIds;
      if (attemptId === undefined) return [];
      const id = `stuck ${reason} ${attemptId}`;
      const when = time(attempts.get(attemptId)?.startedAt);
      return [{ kind: 'mark', mark: 'stuck', id, attemptId, reason, attempts: attemptIds.length, what, ...when }];
    }),
    ...breakthroughs.map(({ attemptId, after }): TimelineMark => {
      const when = time(attempts.get(attemptId)?.at);
      return { kind: 'mark', mark: 'breakthrough', id: `breakthrough ${attemptId}`, attemptId, after, ...when };
    }),
  ];
}

/** Whether an item was certainly before a moment, as far as its time is known. */
function isBefore({ at, timeQuality }: TimelineItem, moment: string): boolean {
  if (at === null || timeQuality === 'unknown') return false;
  return timeQuality === 'day' ? at.slice(0, 10) < moment.slice(0, 10) : at <= moment;
}

/**
 * A timeline with its marks, each behind the last item that was before it. The items stay as they are, because links order them, too.
 * Marks of unknown times come last.
 */
export function withMarks(items: readonly TimelineItem[], marks: readonly TimelineMark[]): TimelineRow[] {
  const placed = marks
    .map((mark) => ({ mark, at: mark.at ?? '~' }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1))
    .map(({ mark, at }) => ({
      mark,
      place: mark.at === null ? items.length : items.findLastIndex((item) => isBefore(item, at)) + 1,
    }));
  const at = (place: number) => placed.filter((one) => one.place === place).map(({ mark }) => mark);
  return [...at(0), ...items.flatMap((item, index) => [item, ...at(index + 1)])];
}
