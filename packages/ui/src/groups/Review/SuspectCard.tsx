import type { Reflection, Suspect } from '@twicewise/contract';
import clsx from 'clsx';
import { suspects as words } from '../../strings/waiting.ts';
import { strings } from '../../strings.ts';
import { LateOwnWords } from '../Versions/diff-on-demand.ts';
import { CHOSEN, type Choice, type ChosenField, canJoin, type One, shownValue, usualChoice } from './choice.ts';
import { DraftHeading } from './DraftText.tsx';
import { ReviewCard } from './ReviewCard.tsx';
import { type SuspectActions, SuspectActs } from './SuspectActs.tsx';

const SIDES = ['one', 'other'] as const;

function Reasons({ suspect }: { suspect: Suspect }) {
  const { likelihood, overlap, taskOverlap, sameTask, statements, terms, onlyOne, onlyOther } = suspect;
  const lines: [string, string][] = [
    [words.both, statements.length > 0 ? statements.map(({ text }) => text).join(' · ') : terms.join(', ')],
    [words.onlyOne, onlyOne.join(', ')],
    [words.onlyOther, onlyOther.join(', ')],
  ];
  return (
    <div className="border-line border-b px-4 py-2 text-small">
      <p>
        <span className="font-medium">{words.likelihood[likelihood]}.</span>{' '}
        <span className="text-ink-2">
          {words.hint[likelihood]} {words.overlap(overlap, taskOverlap)}
          {sameTask ? `, ${words.sameTask}` : ''}.
        </span>
      </p>
      <dl>
        {lines
          .filter(([, text]) => text !== '')
          .map(([label, text]) => (
            <div key={label} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3">
              <dt className="text-ink-3">{label}</dt>
              <dd dir="auto" className="wrap-anywhere text-ink-2">
                {text}
              </dd>
            </div>
          ))}
      </dl>
    </div>
  );
}

interface FieldProps {
  field: ChosenField;
  pair: Record<One, Reflection>;
  value: Choice;
  onChoose: (choice: Choice) => void;
}

interface OptionProps extends Omit<FieldProps, 'pair'> {
  side: Choice;
  text?: string;
  /** The value of the other lesson. */
  other?: string;
}

function Option({ field, side, text = '', other = '', ...rest }: OptionProps) {
  const { value, onChoose } = rest;
  const name = { one: words.older, other: words.newer, both: words.keepsBoth }[side];
  return (
    <label
      className={clsx(
        'flex min-h-7 min-w-0 gap-2 px-4 py-1',
        side === 'both' ? 'items-center' : 'items-start',
        side === 'other' && 'border-line border-l',
        value !== side && value !== 'both' && side !== 'both' && 'text-ink-3',
      )}
    >
      <input
        type="radio"
        name={`choice-${field}`}
        className={clsx('shrink-0 accent-signal', side !== 'both' && 'mt-1')}
        aria-label={words.keeps(strings.fields[field], name)}
        checked={value === side}
        onChange={() => onChoose(side)}
      />
      {side === 'both' ? (
        <span className="text-ink-2 text-small">{name}</span>
      ) : (
        <span dir="auto" className="min-w-0 whitespace-pre-wrap wrap-anywhere">
          {text === '' ? <span className="text-ink-3">{words.empty}</span> : <LateOwnWords text={text} other={other} />}
        </span>
      )}
    </label>
  );
}

/** One field of both lessons, and which value is kept. */
function Field({ field, pair, value, onChoose }: FieldProps) {
  const texts = { one: shownValue(pair.one, field), other: shownValue(pair.other, field) };
  const label = strings.fields[field];
  if (texts.one === '' && texts.other === '') return null;
  if (texts.one === texts.other) {
    return (
      <div className="border-line border-b px-4 py-1.5">
        <p className="text-ink-3 text-small">
          {label} · {words.same}
        </p>
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {texts.one}
        </p>
      </div>
    );
  }
  return (
    <fieldset className="border-line border-b pt-1">
      <legend className="sr-only">{label}</legend>
      <div className="flex min-h-6 items-center px-4 text-ink-3 text-small">
        <span aria-hidden>{label}</span>
        {canJoin(field) && <Option field={field} side="both" value={value} onChoose={onChoose} />}
      </div>
      <div className="grid grid-cols-2">
        {SIDES.map((side) => (
          <Option
            key={side}
            field={field}
            side={side}
            text={texts[side]}
            other={texts[side === 'one' ? 'other' : 'one']}
            value={value}
            onChoose={onChoose}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface SuspectCardProps {
  suspect: Suspect;
  /** The lesson that is kept in a merge. */
  stays: One;
  chosen: Partial<Record<ChosenField, Choice>>;
  place: string;
  act: SuspectActions;
  onChoose: (field: ChosenField, choice: Choice) => void;
}

/** Two lessons that may be duplicates: why, and side by side which values a merge would keep. */
export function SuspectCard({ suspect, stays, chosen, place, act, onChoose }: SuspectCardProps) {
  const pair = { one: suspect.one, other: suspect.other };
  return (
    <ReviewCard acts={<SuspectActs act={act} stays={stays} />} place={place}>
      <Reasons suspect={suspect} />
      <div className="grid grid-cols-2 border-line border-b">
        {SIDES.map((side) => (
          <section
            key={side}
            aria-label={words[side === 'one' ? 'older' : 'newer']}
            className="min-w-0 border-line px-4 py-3 not-first:border-l"
          >
            <p className="mb-1 text-ink-3 text-small">
              {words[side === 'one' ? 'older' : 'newer']}
              {pair[side].state === 'draft' && <> · {strings.state.draft.toLowerCase()}</>}
              {stays === side && <span className="text-ink"> · {words.stays}</span>}
            </p>
            <DraftHeading lesson={pair[side]} />
          </section>
        ))}
      </div>
      {CHOSEN.map((field) => (
        <Field
          key={field}
          field={field}
          pair={pair}
          value={chosen[field] ?? usualChoice(pair, stays, field)}
          onChoose={(choice) => onChoose(field, choice)}
        />
      ))}
    </ReviewCard>
  );
}
