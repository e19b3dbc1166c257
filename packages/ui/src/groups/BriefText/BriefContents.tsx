import clsx from 'clsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { brief as words } from '../../strings/brief.ts';
import { type Brief, decisionKey, type KnownTitle } from './contents.ts';

interface Line {
  id: string;
  tokens: number;
}

interface LinesProps<L extends Line> {
  title: string;
  lines: readonly L[];
  known: ReadonlyMap<string, KnownTitle>;
  onGo: (line: L) => void;
}

/** The entries of one kind in a brief, in its order, with the tokens each costs. */
function Lines<L extends Line>({ title, lines, known, onGo }: LinesProps<L>) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h2 className="mb-1 font-medium text-small">{title}</h2>
      <ul>
        {lines.map((line) => {
          const { id, tokens } = line;
          const found = known.get(id);
          return (
            <li key={id} className="border-line border-t">
              <button
                type="button"
                onClick={() => onGo(line)}
                className="flex min-h-8 w-full items-baseline gap-2 py-1.5 text-left hover:bg-hover"
              >
                <span className="mt-1 w-3 shrink-0 self-start">
                  {found?.outcome && <OutcomeGlyph outcome={found.outcome} />}
                </span>
                <span className="min-w-0 grow wrap-anywhere">
                  {/* One that cannot be read keeps its id; while it is read, nothing flashes. */}
                  <span dir="auto" className={clsx('line-clamp-2', !found && 'animate-late')} title={found?.title}>
                    {found?.title ?? id}
                  </span>
                  {found?.lead && (
                    <span dir="auto" className="line-clamp-2 text-ink-2" title={found.lead}>
                      {found.lead}
                    </span>
                  )}
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
  /** What has been read of its entries, by id. */
  known: ReadonlyMap<string, KnownTitle>;
  onLesson: (lessonId: string) => void;
  onSession: (episodeId: string) => void;
  /** Called with the session of the decision. */
  onDecision: (episodeId: string) => void;
  onPattern: (patternId: string) => void;
}

/** The contents of a brief: lessons, decisions that failed, patterns, earlier sessions, and what is not certainly related. */
export function BriefContents({ brief, known, onLesson, onSession, onDecision, onPattern }: BriefContentsProps) {
  const { lessons, deadEnds, patterns, sessions, maybe } = brief;
  const failed = deadEnds.map((one) => ({ id: decisionKey(one), tokens: one.tokens, episodeId: one.episodeId }));
  const told = sessions.map(({ episodeId, tokens }) => ({ id: episodeId, tokens }));
  return (
    <>
      <Lines title={words.lessons(lessons.length)} lines={lessons} known={known} onGo={({ id }) => onLesson(id)} />
      <Lines
        title={words.deadEnds(failed.length)}
        lines={failed}
        known={known}
        onGo={({ episodeId }) => onDecision(episodeId)}
      />
      <Lines title={words.patterns(patterns.length)} lines={patterns} known={known} onGo={({ id }) => onPattern(id)} />
      <Lines title={words.sessions(told.length)} lines={told} known={known} onGo={({ id }) => onSession(id)} />
      <Lines title={words.maybe(maybe.length)} lines={maybe} known={known} onGo={({ id }) => onLesson(id)} />
    </>
  );
}
