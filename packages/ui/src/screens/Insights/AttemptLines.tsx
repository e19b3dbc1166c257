import { useQuery } from '@tanstack/react-query';
import type { AttemptSummary } from '@twicewise/contract';
import { useClient } from '../../data/client.ts';
import { attemptsById } from '../../data/queries/attempts.ts';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { insights } from '../../strings/insights.ts';

const words = insights.attempts;

interface AttemptLinesProps {
  ids: readonly string[];
  /** Opens the attempts of a session, by the id of its episode, or its own where it has none. */
  onGo: (id: string) => void;
}

function AttemptLine({ attempt, onGo }: { attempt: AttemptSummary; onGo: AttemptLinesProps['onGo'] }) {
  const { episodeId, sessionId, sessionNativeId, strategy, task, outcome } = attempt;
  const said = strategy ?? task;
  const shownIn = episodeId ?? sessionId;
  return (
    <li className="flex items-baseline gap-2">
      <span className="self-center">
        <OutcomeGlyph outcome={outcome} />
      </span>
      {shownIn === null ? (
        <span dir="auto" title={task} className="min-w-0 truncate">
          {said}
        </span>
      ) : (
        <TextLink dir="auto" title={task} className="min-h-6 min-w-0 truncate text-left" onClick={() => onGo(shownIn)}>
          {said}
        </TextLink>
      )}
      {sessionNativeId !== null && (
        <span className="shrink-0 truncate text-ink-3 text-small">{words.inSession(sessionNativeId)}</span>
      )}
    </li>
  );
}

/** Attempts by their ids, each as a link to those of its session. */
export function AttemptLines({ ids, onGo }: AttemptLinesProps) {
  const { data: attempts } = useQuery(attemptsById(useClient(), ids));
  if (attempts?.length === 0) return <p className="basis-full text-ink-3 text-small">{words.gone}</p>;
  return (
    <ul className="min-w-0 basis-full text-small">
      {attempts?.map((attempt) => (
        <AttemptLine key={attempt.id} attempt={attempt} onGo={onGo} />
      ))}
    </ul>
  );
}
