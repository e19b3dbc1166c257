import type { Reflection } from '@twicewise/contract';
import { strings } from '../../strings.ts';
import { useNow } from './clock.ts';
import { exact, isAhead, relative, relativeSentence } from './relative.ts';

interface RelativeTimeProps {
  at: string;
  quality?: Reflection['timeQuality'];
  /** Say the exact moment as well, instead of only on hover. */
  full?: boolean;
}

/** How long ago something was; the exact moment on hover. A moment ago of a newer clock counts as now; what lies ahead is named so. */
export function RelativeTime({ at, quality = 'exact', full = false }: RelativeTimeProps) {
  const dayOnly = quality === 'day';
  const moment = exact(at, dayOnly);
  const clock = useNow();
  const ahead = isAhead(at, clock);
  const now = ahead ? clock : Math.max(clock, Date.parse(at));
  const ago = ahead ? strings.ahead : relativeSentence(at, now, dayOnly);
  return (
    <time dateTime={at} title={ahead ? `${moment} (${ago})` : moment}>
      {/* Past a month it is a date, which the moment has already. */}
      {full ? (moment.startsWith(ago) ? moment : `${moment} (${ago})`) : relative(at, now, dayOnly)}
    </time>
  );
}
