import type { Reflection } from '@twicewise/contract';
import { strings } from '../../strings.ts';
import { useNow } from './clock.ts';
import { exact, isAhead, relative, relativeSentence } from './relative.ts';

interface RelativeTimeProps {
  at: string;
  quality?: Reflection['timeQuality'];
  /** True to show the exact time as text, too, not only in the tooltip. */
  full?: boolean;
}

/**
 * How long ago something was; the exact time is in the tooltip. A time slightly ahead, by another clock, counts as now; one
 * further ahead is marked as such.
 */
export function RelativeTime({ at, quality = 'exact', full = false }: RelativeTimeProps) {
  const dayOnly = quality === 'day';
  const moment = exact(at, dayOnly);
  const clock = useNow();
  const ahead = isAhead(at, clock);
  const now = ahead ? clock : Math.max(clock, Date.parse(at));
  const ago = ahead ? strings.ahead : relativeSentence(at, now, dayOnly);
  return (
    <time
      dateTime={at}
      title={ahead ? `${moment} (${ago})` : moment}
      className={full ? undefined : 'whitespace-nowrap'}
    >
      {/* Past a month it is a date, which the moment has already. */}
      {full ? moment : relative(at, now, dayOnly)}
      {full && !moment.startsWith(ago) && (
        <>
          {' '}
          <span className="whitespace-nowrap">({ago})</span>
        </>
      )}
    </time>
  );
}
