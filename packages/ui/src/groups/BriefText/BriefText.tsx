import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { keysText } from '../../elements/Kbd/Kbd.tsx';
import { Formatted } from '../../elements/Markdown/Markdown.tsx';
import { Segmented } from '../../elements/Segmented/Segmented.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useReading } from '../../state/reading.tsx';
import { brief as words } from '../../strings/brief.ts';
import { keyedByPlace } from '../LessonForm/place.ts';
import { type Brief, idsOf } from './contents.ts';
import { piecesOf, type Piece as TextPiece } from './pieces.ts';
import { IdLink, ReadableBrief } from './ReadableBrief.tsx';

interface BriefTextProps {
  brief: Brief;
  /** True while a newer brief is loading. */
  stale: boolean;
  /** The project of the brief; null for all projects. */
  project: string | null;
  onCopy: () => void;
  onGo: (lessonId: string) => void;
  /** Asks for a brief on the same task for all projects. */
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

/** The two forms of the text. Both are named, because whoever looks for the one must not have to read what the other is. */
const FORMS = (['formatted', 'exact'] as const).map((value) => ({ value, label: words[value], icon: words[value] }));

function isNothing({ lessons, deadEnds, patterns, sessions, maybe, omitted }: Brief): boolean {
  const told = lessons.length + deadEnds.length + patterns.length + sessions.length + maybe.length;
  return told === 0 && omitted.overBudget === 0;
}

/** Says that nothing is relevant and, when only one project was searched, offers to search all. */
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

/** What was left out of the brief, and why. */
function leftOut({ omitted }: Brief): string[] {
  return [
    ...(omitted.overBudget > 0 ? [words.overBudget(omitted.overBudget)] : []),
    ...(omitted.same > 0 ? [words.same(omitted.same)] : []),
  ];
}

/** A piece of the text; the id of a lesson or session in it is a link. */
function Piece({ piece: { text, of }, onGo }: { piece: TextPiece; onGo: (lessonId: string) => void }) {
  return of === 'text' ? text : <IdLink id={text} of={of} onGo={onGo} />;
}

/** The exact text, as the agent gets it. */
function AsWritten({ brief, onGo }: Pick<BriefTextProps, 'brief' | 'onGo'>) {
  return (
    <pre className="mt-3 max-w-[110ch] whitespace-pre-wrap wrap-anywhere font-mono text-small leading-5">
      {keyedByPlace(piecesOf(brief.text, idsOf(brief))).map(({ key, item }) => (
        <Piece key={key} piece={item} onGo={onGo} />
      ))}
    </pre>
  );
}

/** The text of a brief, for reading or exactly as the agent gets it, its cost, and that it was not logged. Ids in it are links. */
export function BriefText({ brief, stale, project, onCopy, onGo, onEverywhere }: BriefTextProps) {
  const { source } = useReading();
  const [exact, setExact] = useState(source);
  const toggle = () => setExact((before) => !before);
  // Here the key is about this text alone.
  useAction('source', toggle, true, exact ? words.formatted : words.exact);
  return (
    // The brief of the task before is paler, once the new one takes longer than a moment.
    <section
      aria-label={words.label}
      aria-busy={stale}
      className="transition-opacity duration-100 aria-busy:opacity-55 aria-busy:delay-150 motion-reduce:transition-none"
    >
      <div className="@container border-line border-b pb-2 text-small">
        <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1">
          <Budget {...brief} />
          <span className="text-ink-2">{brief.logged ? words.logged : words.notLogged}</span>
          {/* Where this is a line of its own, it begins and ends as the text below does. */}
          <div className="flex grow items-center justify-between gap-4 @min-[36rem]:justify-end">
            <div title={keysText('v')}>
              <Segmented
                label={words.shownAs}
                alsoCalled="brief source"
                options={FORMS}
                value={exact ? 'exact' : 'formatted'}
                onChange={toggle}
              />
            </div>
            <Button data-deed="brief clipboard" onClick={onCopy}>
              <Copy size={13} aria-hidden />
              {words.copy}
            </Button>
          </div>
        </div>
      </div>
      {isNothing(brief) && <Nothing project={project} onEverywhere={onEverywhere} />}
      {leftOut(brief).map((line) => (
        <p key={line} className="pt-2 text-ink-2 text-small">
          {line}
        </p>
      ))}
      {exact ? (
        <AsWritten brief={brief} onGo={onGo} />
      ) : (
        <Formatted value>
          <ReadableBrief text={brief.text} onGo={onGo} />
        </Formatted>
      )}
    </section>
  );
}
