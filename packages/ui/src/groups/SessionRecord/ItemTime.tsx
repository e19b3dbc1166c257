import type { EpisodeEvent } from '@twicewise/contract';
import clsx from 'clsx';
import { dayAndHour, exact } from '../../elements/RelativeTime/relative.ts';
import { sessionRecord } from '../../strings/session-record.ts';

const words = sessionRecord.timeline;

type Timed = Pick<EpisodeEvent, 'at' | 'timeQuality'>;

interface ItemTimeProps {
  item: Timed;
  inline?: boolean;
  /** False where the row above has said the day already. */
  saysDay?: boolean;
}

/** The time of an item as far as it is known: an hour only if one was recorded, and nothing for an unknown time. */
export function ItemTime({ item: { at, timeQuality }, inline = false, saysDay = true }: ItemTimeProps) {
  if (at === null || timeQuality === 'unknown') {
    return (
      <span title={words.noTimeHint} className="text-ink-3 text-small">
        {words.noTime}
      </span>
    );
  }
  if (timeQuality === 'day') {
    const day = exact(at, true);
    return (
      <time dateTime={at.slice(0, 10)} title={words.dayHint(day)} className="font-mono text-ink-2 text-micro">
        {day}
      </time>
    );
  }
  const { day, hour } = dayAndHour(at);
  return (
    <time
      dateTime={at}
      title={exact(at)}
      className={clsx('font-mono text-ink-2 text-micro', inline || 'flex flex-col')}
    >
      <span>{hour}</span> {saysDay && <span className="text-ink-3">{day}</span>}
    </time>
  );
}
