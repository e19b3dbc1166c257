import type { EpisodeSummary } from '@twicewise/contract';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { strings } from '../../strings.ts';

type Timed = Pick<EpisodeSummary, 'occurredAt' | 'timeQuality' | 'createdAt'>;

/** When a session took place; if that is unknown, when it was stored, marked as such. */
export function SessionTime({ episode, full = false }: { episode: Timed; full?: boolean }) {
  const { occurredAt, timeQuality, createdAt } = episode;
  if (occurredAt !== null && timeQuality !== 'unknown') {
    return <RelativeTime at={occurredAt} quality={timeQuality} full={full} />;
  }
  return (
    <span title={strings.sessions.storedHint}>
      {strings.sessions.stored} <RelativeTime at={createdAt} full={full} />
    </span>
  );
}
