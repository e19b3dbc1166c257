import type { EpisodeSummary } from '@twicewise/contract';
import { memo } from 'react';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { strings } from '../../strings.ts';
import { isDoubtful, KnownBy } from './KnownBy.tsx';
import { RowFrame } from './RowFrame.tsx';
import { SessionTime } from './SessionTime.tsx';

const words = strings.sessions;

interface SessionRowProps {
  episode: EpisodeSummary;
  /** True for the row that keys act on. */
  current: boolean;
  showProject: boolean;
}

/** The counts of its contents; zeros are left out. */
function contentsOf({ attempts, decisions, events, lessons }: EpisodeSummary): string {
  const parts = [
    attempts > 0 ? strings.attempts.total(attempts) : '',
    decisions > 0 ? words.decisions(decisions) : '',
    events > 0 ? words.events(events) : '',
    lessons.length > 0 ? words.lessons(lessons.length) : '',
  ];
  return parts.filter(Boolean).join(' · ') || words.nothingIn;
}

/** A session in two lines: its task, its outcome and how that is known, and how much it contains. */
export const SessionRow = memo(function SessionRow({ episode, current, showProject }: SessionRowProps) {
  return (
    <RowFrame
      current={current}
      glyph={<OutcomeGlyph outcome={episode.outcome} doubtful={isDoubtful(episode)} />}
      title={episode.task}
      time={<SessionTime episode={episode} />}
      badge={<KnownBy of={episode} />}
      contents={contentsOf(episode)}
      projectName={showProject ? episode.projectName : null}
    />
  );
});
