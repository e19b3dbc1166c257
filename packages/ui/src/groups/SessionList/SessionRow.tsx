import { type ListedEpisode, plainText } from '@twicewise/contract';
import { memo } from 'react';
import { sessionLead } from '../../data/session-lead.ts';
import { isDoubtful } from '../../data/shown-outcome.ts';
import { Found } from '../../elements/Marked/Found.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { attempts as attemptsWords } from '../../strings/attempts.ts';
import { strings } from '../../strings.ts';
import type { RowMark } from '../RowList/RowBox.tsx';
import { KnownBy } from './KnownBy.tsx';
import { RowFrame } from './RowFrame.tsx';

const words = strings.sessions;

interface SessionRowProps {
  episode: ListedEpisode;
  /** True for the row that keys act on. */
  current: boolean;
  /** What its project is called; null where all rows are of one. */
  project: string | null;
  /** Where the name begins to differ from others that begin alike. */
  differsAt: number | undefined;
  /** The words of the search; empty without one. */
  sought: string;
  mark: RowMark;
}

/** The counts of its contents; zeros are left out. */
function contentsOf({ attempts, decisions, events, lessons }: ListedEpisode): string {
  const parts = [
    attempts > 0 ? attemptsWords.total(attempts) : '',
    decisions > 0 ? words.decisions(decisions) : '',
    events > 0 ? words.events(events) : '',
    lessons.length > 0 ? words.lessons(lessons.length) : '',
  ];
  return parts.filter(Boolean).join(' · ') || words.nothingIn;
}

/** What came of it, or where the search found it; how much is in it only where it says nothing. */
function Lead({ episode, sought }: Pick<SessionRowProps, 'episode' | 'sought'>) {
  const lead = sessionLead(episode, sought);
  if (lead === null) return contentsOf(episode);
  const word = words.lead[lead.kind];
  return (
    <>
      {word !== '' && <span className="text-ink-3">{word} </span>}
      <bdi>
        <Found text={lead.text} words={sought} />
      </bdi>
    </>
  );
}

/** When it took place, in the bin when it was deleted; nothing if that is not known, because when it was stored says little. */
function Time({ episode: { occurredAt, timeQuality, deletedAt } }: Pick<SessionRowProps, 'episode'>) {
  if (deletedAt) return <RelativeTime at={deletedAt} />;
  if (occurredAt === null || timeQuality === 'unknown') return null;
  return <RelativeTime at={occurredAt} quality={timeQuality} />;
}

/** A session in two lines: its task, and what came of it. How its outcome is known is said where that is a matter of doubt. */
export const SessionRow = memo(function SessionRow(props: SessionRowProps) {
  const { episode, current, project, differsAt, sought, mark } = props;
  const { outcomeSource } = episode;
  const task = plainText(episode.task);
  const silent = episode.outcome === 'unknown' && outcomeSource === 'defaulted';
  const known = silent ? [] : [words.knownHint[outcomeSource]];
  return (
    <RowFrame
      current={current}
      mark={mark}
      glyph={<OutcomeGlyph outcome={episode.outcome} doubtful={isDoubtful(episode)} />}
      title={task}
      shown={<Found text={task} words={sought} />}
      time={<Time episode={episode} />}
      badge={isDoubtful(episode) || outcomeSource === 'corrected' ? <KnownBy of={episode} /> : null}
      contents={<Lead episode={episode} sought={sought} />}
      contentsHint={[...known, contentsOf(episode)].join(' · ')}
      projectName={project}
      differsAt={differsAt}
    />
  );
});
