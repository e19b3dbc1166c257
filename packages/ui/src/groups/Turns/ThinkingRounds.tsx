import type { ThinkingRound, TurnRow } from '@twicewise/contract';
import { LongText } from '../../elements/LongText/LongText.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { turns as words } from '../../strings/turns.ts';
import { keyedByPlace } from '../LessonForm/place.ts';

type Recall = ThinkingRound['recalls'][number];

interface RecallLineProps {
  recall: Recall;
  /** A turn of this session by its id. */
  turnOf: (id: string) => TurnRow | undefined;
  onTurn: (id: string) => void;
}

/** What the model asked to be reminded of, and the turns that it was given. */
function RecallLine({ recall: { numbers, ids, words: asked, found }, turnOf, onTurn }: RecallLineProps) {
  const what = [...numbers.map(words.askedTurn), ...ids, ...asked.map(words.askedWords)];
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-ink-2 text-small">
      <span className="wrap-anywhere">{words.asked(what)}</span>
      <span className="text-ink-3">{found.length === 0 ? words.gotNone : words.got}</span>
      {found.map((id) => {
        const turn = turnOf(id);
        return turn ? (
          <TextLink key={id} className="min-h-6" onClick={() => onTurn(id)}>
            {words.title(turn)}
          </TextLink>
        ) : (
          <span key={id} className="text-ink-3" title={id}>
            {words.otherSession}
          </span>
        );
      })}
    </p>
  );
}

interface ThinkingRoundsProps extends Omit<RecallLineProps, 'recall'> {
  rounds: readonly ThinkingRound[];
}

/** How the model thought before it acted: each round, why it went on, and what it was reminded of. */
export function ThinkingRounds({ rounds, turnOf, onTurn }: ThinkingRoundsProps) {
  return (
    <ol className="flex flex-col gap-3">
      {keyedByPlace(rounds).map(({ key, index, item: round }) => {
        const decided = words.decided(round);
        return (
          <li key={key} className="border-line border-l-2 pl-3 text-base">
            <p className="flex flex-wrap gap-x-3 text-ink-3 text-small">
              <span>{words.round(index + 1)}</span>
              {round.tokens !== null && <span>{words.tokens(round.tokens)}</span>}
              {round.ms !== null && <span>{words.took(round.ms)}</span>}
            </p>
            {round.text !== '' && <LongText text={round.text} />}
            {keyedByPlace(round.recalls).map(({ key: place, item }) => (
              <RecallLine key={place} recall={item} turnOf={turnOf} onTurn={onTurn} />
            ))}
            {decided !== '' && <p className="wrap-anywhere text-ink-2 text-small">{decided}</p>}
            {round.nextFocus !== null && (
              <p className="wrap-anywhere text-ink-2 text-small">{words.focus(round.nextFocus)}</p>
            )}
          </li>
        );
      })}
    </ol>
  );
}
