import type { TurnRow } from '@twicewise/contract';
import { ChevronRight } from 'lucide-react';
import { IconButton } from '../../elements/Button/Button.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { turns as words } from '../../strings/turns.ts';

/** Its sizes, as far as they are known. */
function sizesOf({ model, contextTokens, inputTokens, outputTokens, ms }: TurnRow): string[] {
  return [
    model ?? '',
    inputTokens === null ? words.tokens(contextTokens) : words.given(inputTokens),
    outputTokens === null ? '' : words.answered(outputTokens),
    ms === null ? '' : words.took(ms),
  ].filter(Boolean);
}

interface TurnHeadProps {
  turn: TurnRow;
  place: number;
  of: number;
  onPlace: (place: number) => void;
}

/** Which turn is shown, its sizes, and the way to its neighbours. */
export function TurnHead({ turn, place, of, onPlace }: TurnHeadProps) {
  const when = turn.startedAt ?? turn.endedAt ?? turn.createdAt;
  return (
    <header className="mt-3 mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
      <h3 className="font-semibold text-read">{words.title(turn)}</h3>
      <p className="flex min-w-0 flex-wrap gap-x-3 text-ink-2 text-small">
        <RelativeTime at={when} />
        {sizesOf(turn).map((size) => (
          <bdi key={size} className="wrap-anywhere">
            {size}
          </bdi>
        ))}
        {turn.error !== null && <span className="font-medium text-failure">{words.brokenOff}</span>}
      </p>
      <div className="ml-auto flex items-center gap-1">
        <span className="font-mono text-ink-3 text-micro">{words.place(place + 1, of)}</span>
        <IconButton label={words.before} aria-disabled={place === 0} onClick={() => onPlace(place - 1)}>
          <ChevronRight size={16} aria-hidden className="-scale-x-100" />
        </IconButton>
        <IconButton label={words.after} aria-disabled={place === of - 1} onClick={() => onPlace(place + 1)}>
          <ChevronRight size={16} aria-hidden />
        </IconButton>
      </div>
    </header>
  );
}
