import type { EpisodeSummary } from '@twicewise/contract';
import clsx from 'clsx';
import { memo } from 'react';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { strings } from '../../strings.ts';
import { isDoubtful, KnownBy } from './KnownBy.tsx';
import { SessionTime } from './SessionTime.tsx';

const words = strings.sessions;

interface SessionRowProps {
  episode: EpisodeSummary;
  /** True for the row that keys act on. */
  current: boolean;
  showProject: boolean;
}

/** The counts of its contents; zeros are left out. */
function contentsOf({ decisions, events, lessons }: EpisodeSummary): string {
  const parts = [
    decisions > 0 ? words.decisions(decisions) : '',
    events > 0 ? words.events(events) : '',
    lessons.length > 0 ? words.lessons(lessons.length) : '',
  ];
  return parts.filter(Boolean).join(' · ') || words.nothingIn;
}

/** A session in two lines: its task, its outcome and how that is known, and how much it contains. */
export const SessionRow = memo(function SessionRow({ episode, current, showProject }: SessionRowProps) {
  return (
    <div
      className={clsx(
        'flex h-full gap-2.5 border-line border-b py-2 compact:py-0.5 pr-3 pl-2.5',
        current
          ? 'border-l-2 border-l-signal bg-signal-tint -outline-offset-1 outline-signal group-focus-visible/list:outline-1'
          : 'border-l-2 border-l-transparent hover:bg-hover',
      )}
    >
      <span className="mt-1">
        <OutcomeGlyph outcome={episode.outcome} doubtful={isDoubtful(episode)} />
      </span>
      <span className="flex min-w-0 grow flex-col justify-between">
        <span className="flex items-center gap-1.5">
          <span dir="auto" title={episode.task} className="min-w-0 grow truncate font-medium">
            {episode.task}
          </span>
          <span className="shrink-0 pl-1 font-mono text-ink-3 text-micro">
            <SessionTime episode={episode} />
          </span>
        </span>
        <span className="flex items-center gap-2 text-small">
          <KnownBy of={episode} />
          <span className="min-w-0 grow truncate text-ink-2">{contentsOf(episode)}</span>
          {showProject && (
            <bdi className="@max-md:max-w-[28%] max-w-[40%] shrink-0 truncate text-ink-3 text-micro">
              {episode.projectName}
            </bdi>
          )}
        </span>
      </span>
    </div>
  );
});
