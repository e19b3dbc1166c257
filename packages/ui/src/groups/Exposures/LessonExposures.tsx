import { type Exposure, lessonTitle } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { exposures as words } from '../../strings/retrieval.ts';
import { programName } from '../../strings.ts';
import { ExactText } from './ExactText.tsx';
import { momentOf, toldApart } from './names.ts';

interface LessonExposuresProps {
  exposures: readonly Exposure[];
  hasOlder: boolean;
  onOlder: () => void;
  onGo: (lessonId: string) => void;
  /** Draws the exact text of an answer. */
  text: (seq: number) => ReactNode;
}

const UUID = /^([0-9a-f]{8})-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The start of a random name, which is enough; the full name is in the tooltip. */
function shortName(name: string): string {
  return name.replace(UUID, '$1…');
}

/** How the lesson was shown, the most interesting fact first. */
function circumstances(exposure: Exposure): string {
  const { trigger, operation, rank, tokens } = exposure;
  const parts = [
    words.way(trigger, operation),
    ...(rank === null ? [] : [words.rank(rank)]),
    ...(tokens === null ? [] : [words.tokens(tokens)]),
  ];
  return parts.join(', ');
}

/** What the text of the answer is called, for those who hear only that. */
function nameOf({ trigger, operation, client, shownAt }: Exposure): string {
  const agent = client ? programName(client) : words.someone;
  return `${agent}, ${words.way(trigger, operation)}, ${momentOf(shownAt)}`;
}

/** The attempt that followed: whether it used the lesson, and how it ended. */
function Came({ exposure, onGo }: { exposure: Exposure; onGo: (lessonId: string) => void }) {
  const { attempt, actedOn } = exposure;
  if (!attempt) return <p className="text-ink-3">{words.waiting}</p>;
  return (
    // Where a long title does not fit beside the words, it stands below them.
    <div className="flex flex-wrap items-baseline gap-x-2">
      <span className="shrink-0 text-ink-2">
        {actedOn ? <strong className="font-medium text-ink">{words.used}</strong> : words.notUsed}, {words.followed}
      </span>
      <span className="flex min-w-0 items-baseline gap-2">
        <span className="self-center">
          <OutcomeGlyph outcome={attempt.outcome} />
        </span>
        <TextLink
          dir="auto"
          onClick={() => onGo(attempt.id)}
          className="-my-0.5 min-h-6 min-w-0 wrap-anywhere text-left"
        >
          {lessonTitle(attempt)}
        </TextLink>
      </span>
    </div>
  );
}

/** Each time that an agent was shown the lesson, and the attempt that followed. */
export function LessonExposures({ exposures, hasOlder, onOlder, onGo, text }: LessonExposuresProps) {
  if (exposures.length === 0) return <p className="text-ink-2 text-base">{words.none}</p>;
  const names = toldApart(exposures.map(nameOf));
  return (
    <>
      <ol className="flex flex-col text-small">
        {exposures.map((exposure, index) => (
          <li key={exposure.id} className="border-line border-t py-2 first:border-t-0 first:pt-0.5">
            <p className="wrap-anywhere">
              <span className="font-medium">{exposure.client ? programName(exposure.client) : words.someone}</span>
              <span className="text-ink-2">
                {' '}
                · <RelativeTime at={exposure.shownAt} />
              </span>
            </p>
            {exposure.task && (
              <p dir="auto" className="line-clamp-3 wrap-anywhere text-ink" title={exposure.task}>
                “{exposure.task}”
              </p>
            )}
            <p className="wrap-anywhere text-ink-2">
              {circumstances(exposure)}
              {exposure.sessionRef && (
                <span className="text-ink-3" title={exposure.sessionRef}>
                  {' '}
                  · {words.session(shortName(exposure.sessionRef))}
                </span>
              )}
            </p>
            <Came exposure={exposure} onGo={onGo} />
            {exposure.answerSeq !== null && (
              <ExactText
                seq={exposure.answerSeq}
                at={exposure.shownAt}
                length={exposure.textLength}
                name={names[index] ?? ''}
              >
                {text}
              </ExactText>
            )}
          </li>
        ))}
      </ol>
      {hasOlder && (
        <Button tone="quiet" className="-ml-2.5" onClick={onOlder}>
          {words.older}
        </Button>
      )}
    </>
  );
}
