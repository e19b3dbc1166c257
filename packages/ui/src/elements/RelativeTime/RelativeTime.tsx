import type { Reflection } from '@twicewise/contract';
import { useNow } from './clock.ts';
import { exact, relative, relativeSentence } from './relative.ts';

interface RelativeTimeProps {
  at: string;
  quality?: Reflection['timeQuality'];
  /** Say the exact moment as well, instead of only on hover. */
  full?: boolean;
}

/** How long ago something was; the exact moment on hover. A moment ago of a newer clock counts as now. */
export function RelativeTime({ at, quality = 'exact', full = false }: RelativeTimeProps) {
  const dayOnly = quality === 'day';
  const moment = exact(at, dayOnly);
  const now = Math.max(useNow(), Date.parse(at));
  const ago = relativeSentence(at, now, dayOnly);
  return (
    <time dateTime={at} title={moment}>
      {/* Past a month it is a date, which the moment has already. */}
      {full ? (moment.startsWith(ago) ? moment : `${moment} (${ago})`) : relative(at, now, dayOnly)}
    </time>
  );
}
