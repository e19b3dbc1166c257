import type { OutputOf, Reflection } from '@twicewise/contract';
import { Copy } from 'lucide-react';
import { Button } from '../../elements/Button/Button.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { strings } from '../../strings.ts';
import { keyedByPlace } from '../LessonForm/place.ts';
import { piecesOf } from './pieces.ts';

const words = strings.brief;

/** The answer of `memory.brief`. */
export type Brief = OutputOf<'memory.brief'>;

interface BriefTextProps {
  brief: Brief;
  /** A newer one is on its way. */
  stale: boolean;
  /** The project that the brief is for; null for all of them. */
  project: string | null;
  onCopy: () => void;
  onGo: (lessonId: string) => void;
  /** The same task for all projects. */
  onEverywhere: () => void;
}

function Budget({ tokens, budget }: Pick<Brief, 'tokens' | 'budget'>) {
  return (
    <span className="flex items-center gap-2">
      <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="h-1 w-24 bg-line">
        <rect width={Math.min(100, (tokens / budget) * 100)} height="4" className="fill-ink-2" />
      </svg>
      <output className="font-medium">{words.tokens(tokens, budget)}</output>
    </span>
  );
}

function isNothing({ lessons, deadEnds, patterns, sessions, maybe, omitted }: Brief): boolean {
  const told = lessons.length + deadEnds.length + patterns.length + sessions.length + maybe.length;
  return told === 0 && omitted.overBudget === 0;
}

/** Nothing is relevant, and where else to look when only one project was looked through. */
function Nothing({ project, onEverywhere }: Pick<BriefTextProps, 'project' | 'onEverywhere'>) {
  return (
    <p className="pt-2 text-ink-2 text-small">
      {project === null ? words.nothing : words.nothingInProject(project)}{' '}
      {project !== null && (
        <TextLink onClick={onEverywhere} className="min-h-6 font-medium text-ink">
          {words.everywhere}
        </TextLink>
      )}
    </p>
  );
}

/** What did not get in, and why. */
function leftOut({ omitted }: Brief): string[] {
  return [
    ...(omitted.overBudget > 0 ? [words.overBudget(omitted.overBudget)] : []),
    ...(omitted.same > 0 ? [words.same(omitted.same)] : []),
  ];
}

/** The exact text of a brief, what it costs, and that it was not logged. Ids in it lead to their lessons. */
export function BriefText({ brief, stale, project, onCopy, onGo, onEverywhere }: BriefTextProps) {
  const pieces = piecesOf(
    brief.text,
    [...brief.lessons, ...brief.maybe].map(({ id }) => id),
  );
  return (
    <section aria-label={words.label} aria-busy={stale}>
      <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-line border-b pb-2 text-small">
        <Budget {...brief} />
        <span className="text-ink-2">{brief.logged ? words.logged : words.notLogged}</span>
        <Button onClick={onCopy} className="ml-auto">
          <Copy size={13} aria-hidden />
          {words.copy}
        </Button>
      </div>
      {isNothing(brief) && <Nothing project={project} onEverywhere={onEverywhere} />}
      {leftOut(brief).map((line) => (
        <p key={line} className="pt-2 text-ink-2 text-small">
          {line}
        </p>
      ))}
      <pre className="mt-3 max-w-[110ch] whitespace-pre-wrap wrap-anywhere font-mono text-small leading-5">
        {keyedByPlace(pieces).map(({ key, item }) =>
          item.isLesson ? (
            <TextLink key={key} title={words.openLesson} onClick={() => onGo(item.text)}>
              {item.text}
            </TextLink>
          ) : (
            item.text
          ),
        )}
      </pre>
    </section>
  );
}

interface BriefLessonsProps {
  brief: Brief;
  /** Those of its lessons that have been read. */
  known: ReadonlyMap<string, Reflection>;
  onGo: (lessonId: string) => void;
}

/** The lessons of a brief in its order, with what each costs. */
export function BriefLessons({ brief, known, onGo }: BriefLessonsProps) {
  if (brief.lessons.length === 0) return null;
  return (
    <section>
      <h2 className="mb-1 font-medium text-small">{words.lessons(brief.lessons.length)}</h2>
      <ul>
        {brief.lessons.map(({ id, tokens }) => {
          const lesson = known.get(id);
          return (
            <li key={id} className="border-line border-t">
              <button
                type="button"
                onClick={() => onGo(id)}
                className="flex min-h-8 w-full items-baseline gap-2 py-1.5 text-left hover:bg-hover"
              >
                <span className="mt-1 w-3 shrink-0 self-start">
                  {lesson && <OutcomeGlyph outcome={lesson.outcome} />}
                </span>
                <span dir="auto" className="line-clamp-2 min-w-0 grow wrap-anywhere" title={lesson?.taskDescription}>
                  {lesson?.taskDescription ?? id}
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
