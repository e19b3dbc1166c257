import { type Episode, plainText } from '@twicewise/contract';
import clsx from 'clsx';
import { LongText } from '../../elements/LongText/LongText.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { useProjectName } from '../../state/chosen-project.tsx';
import { sessionRecord as words } from '../../strings/session-record.ts';
import { strings } from '../../strings.ts';
import { SessionTime } from '../SessionList/SessionTime.tsx';

/** Longer tasks are set as text instead of a title. */
const TITLE_LENGTH = 160;

/** The task of the session, when and where it took place, and how its outcome is known. */
export function RecordHeading({ episode }: { episode: Episode }) {
  const { originalOutcome, outcomeNative, outcomeSource, outcome, projectId, projectName } = episode;
  const task = plainText(episode.task);
  const nameOf = useProjectName();
  const silent = outcome === 'unknown' && outcomeSource === 'defaulted';
  const known = [
    silent ? null : strings.sessions.knownHint[outcomeSource],
    originalOutcome ? words.was(strings.outcome[originalOutcome]) : null,
    outcomeNative ? words.native(outcomeNative) : null,
  ].filter((part) => part !== null);
  return (
    <header>
      <LongText
        as="h2"
        text={task}
        className={clsx('max-w-[56ch] font-semibold', task.length > TITLE_LENGTH ? 'text-read' : 'text-title')}
      />
      <p className="mt-1 wrap-anywhere text-ink-2 text-small">
        <SessionTime episode={episode} full /> · <bdi>{nameOf(projectId, projectName)}</bdi>
      </p>
      {known.length > 0 && <p className="wrap-anywhere text-ink-2 text-small">{known.join(' · ')}</p>}
      {episode.deletedAt && (
        <p className="text-ink-2 text-small">
          {words.deleted} <RelativeTime at={episode.deletedAt} full />
        </p>
      )}
    </header>
  );
}
