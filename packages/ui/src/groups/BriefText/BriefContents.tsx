import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { strings } from '../../strings.ts';
import type { Brief, KnownTitle } from './contents.ts';

const words = strings.brief;

interface Line {
  id: string;
  tokens: number;
}

interface LinesProps {
  title: string;
  lines: readonly Line[];
  known: ReadonlyMap<string, KnownTitle>;
  onGo: (id: string) => void;
}

/** The entries of one kind in a brief, in its order, with the tokens each costs. */
function Lines({ title, lines, known, onGo }: LinesProps) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h2 className="mb-1 font-medium text-small">{title}</h2>
      <ul>
        {lines.map(({ id, tokens }) => {
          const found = known.get(id);
          return (
            <li key={id} className="border-line border-t">
              <button
                type="button"
                onClick={() => onGo(id)}
                className="flex min-h-8 w-full items-baseline gap-2 py-1.5 text-left hover:bg-hover"
              >
                <span className="mt-1 w-3 shrink-0 self-start">
                  {found && <OutcomeGlyph outcome={found.outcome} />}
                </span>
                <span dir="auto" className="line-clamp-2 min-w-0 grow wrap-anywhere" title={found?.title}>
                  {found?.title ?? id}
                </span>
                <span className="shrink-0 font-mono text-ink-3 text-micro">{words.cost(tokens)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface BriefContentsProps {
  brief: Brief;
  /** The brief's lessons and sessions that have been read. */
  known: ReadonlyMap<string, KnownTitle>;
  onLesson: (lessonId: string) => void;
  onSession: (episodeId: string) => void;
}

/** The contents of a brief: lessons, earlier sessions, and entries that may be related but are not certain. */
export function BriefContents({ brief, known, onLesson, onSession }: BriefContentsProps) {
  const { lessons, sessions, maybe } = brief;
  const told = sessions.map(({ episodeId, tokens }) => ({ id: episodeId, tokens }));
  return (
    <>
      <Lines title={words.lessons(lessons.length)} lines={lessons} known={known} onGo={onLesson} />
      <Lines title={words.sessions(sessions.length)} lines={told} known={known} onGo={onSession} />
      <Lines title={words.maybe(maybe.length)} lines={maybe} known={known} onGo={onLesson} />
    </>
  );
}
