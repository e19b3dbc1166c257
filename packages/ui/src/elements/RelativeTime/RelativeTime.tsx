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
  return (
    <time dateTime={at} title={moment}>
      {full ? `${moment} (${relativeSentence(at, now, dayOnly)})` : relative(at, now, dayOnly)}
    </time>
  );
}
