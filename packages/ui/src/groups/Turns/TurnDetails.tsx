import type { Turn, TurnPart, TurnRow } from '@twicewise/contract';
import { type ReactNode, useId, useState } from 'react';
import type { ComparedPart } from '../../data/compare-parts.ts';
import { LongText } from '../../elements/LongText/LongText.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { attempts } from '../../strings/attempts.ts';
import { turns as words } from '../../strings/turns.ts';
import { authorWord } from '../../strings.ts';
import { keyedByPlace } from '../LessonForm/place.ts';
import { Section } from '../LessonText/Section.tsx';
import { ContextParts } from './ContextParts.tsx';
import { ThinkingRounds } from './ThinkingRounds.tsx';
import { TurnSummaries } from './TurnSummaries.tsx';

/** Calls that are drawn; a turn may have a thousand. */
const MOST_CALLS = 50;

interface CallsProps {
  content: Turn['content'];
  /** The text of a part by its place. */
  text: (place: number) => ReactNode;
}

function Call({
  call,
  part,
  text,
}: { call: Turn['content']['calls'][number]; part: TurnPart | undefined } & Pick<CallsProps, 'text'>) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const params = JSON.stringify(call.params);
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-2 text-base">
        <bdi className="font-mono text-small">{call.tool}</bdi>
        <span className={call.outcome === 'success' ? 'text-ink-3 text-small' : 'text-failure text-small'}>
          {words.outcome[call.outcome]}
        </span>
        {call.ms !== null && <span className="text-ink-3 text-small">{words.took(call.ms)}</span>}
        {part && call.part !== null && (
          <TextLink
            className="min-h-6 text-small"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={(isOpen ? words.closePart : words.openPart)(call.tool)}
            onClick={() => setOpen(!isOpen)}
          >
            {words.output(part.tokens)}
          </TextLink>
        )}
      </p>
      {params !== '{}' && <LongText text={params} className="max-w-full font-mono text-ink-2 text-small" />}
      {isOpen && call.part !== null && <div id={id}>{text(call.part)}</div>}
    </li>
  );
}

/** The tools that the model called, each with its output on demand. */
function Calls({ content: { calls, parts }, text }: CallsProps) {
  return (
    <>
      <ol className="flex flex-col gap-1.5">
        {keyedByPlace(calls.slice(0, MOST_CALLS)).map(({ key, item }) => (
          <Call key={key} call={item} part={item.part === null ? undefined : parts[item.part]} text={text} />
        ))}
      </ol>
      {calls.length > MOST_CALLS && (
        <p className="text-ink-3 text-small">{attempts.detail.more(calls.length - MOST_CALLS)}</p>
      )}
    </>
  );
}

interface TurnDetailsProps {
  turn: Turn;
  before: { turn: TurnRow; parts: readonly TurnPart[] } | null | undefined;
  /** The text of a part, and how it differs from the part that was in its place. */
  compared: (part: ComparedPart) => ReactNode;
  text: (place: number) => ReactNode;
  turnOf: (id: string) => TurnRow | undefined;
  onTurn: (id: string) => void;
  /** The lessons that the model was told. */
  lessons: ReactNode;
  onRemove: () => void;
  /** Brings the texts of a pruned turn back. */
  onBringBack: () => void;
}

/** One turn: what it came to, what the model was given, how it thought, what it answered, and what its calls returned. */
export function TurnDetails(props: TurnDetailsProps) {
  const { turn, before, compared, text, turnOf, onTurn, lessons, onRemove, onBringBack } = props;
  const { content, author } = turn;
  const { cost } = content;
  const replies = content.parts.flatMap(({ side, kind }, place) =>
    side === 'result' && kind !== 'output' ? [place] : [],
  );
  return (
    <div className="@container flex flex-col gap-4">
      {content.error !== null && (
        <Section label={words.brokenOff}>
          <LongText text={content.error} className="max-w-full border-failure border-l-2 pl-2 font-mono text-small" />
        </Section>
      )}
      {turn.prunedAt !== null && (
        <Section label={words.pruned}>
          <p className="text-ink-2">{words.prunedText}</p>
          <TextLink className="min-h-6 text-small" onClick={onBringBack}>
            {words.bringBack}
          </TextLink>
        </Section>
      )}
      <Section label={words.summary}>
        <TurnSummaries summaries={turn.summaries} />
      </Section>
      <Section label={words.context}>
        <ContextParts parts={content.parts} before={before} text={compared} />
      </Section>
      {content.rounds.length > 0 && (
        <Section label={words.rounds}>
          <ThinkingRounds rounds={content.rounds} turnOf={turnOf} onTurn={onTurn} />
        </Section>
      )}
      {replies.length > 0 && (
        <Section label={words.reply}>
          {replies.map((place) => (
            <div key={place}>{text(place)}</div>
          ))}
        </Section>
      )}
      {content.calls.length > 0 && (
        <Section label={words.calls}>
          <Calls content={content} text={text} />
        </Section>
      )}
      {lessons}
      {cost !== null && cost.amount !== null && (
        <Section label={words.cost}>
          <p className="text-base">{words.amount(cost.amount, cost.currency)}</p>
        </Section>
      )}
      <Section label={words.where}>
        <p className="text-ink-2 text-small">{words.kept(authorWord(author))}</p>
        <TextLink className="min-h-6 text-ink-2 text-small" onClick={onRemove}>
          {words.remove}
        </TextLink>
      </Section>
    </div>
  );
}
