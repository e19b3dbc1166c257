import type { Verdict } from '@twicewise/contract';
import { ThumbsDown, ThumbsUp, TriangleAlert } from 'lucide-react';
import { keysText } from '../../elements/Kbd/Kbd.tsx';
import { strings } from '../../strings.ts';

const { verdict } = strings;

/** Verdicts with their key, in the order in which they are offered. */
export const VERDICTS = [
  { value: 'helpful', keys: '+', Icon: ThumbsUp },
  { value: 'unhelpful', keys: '-', Icon: ThumbsDown },
  { value: 'harmful', keys: '!', Icon: TriangleAlert },
] as const;

interface VerdictsProps {
  /** What this window said last, while it stands. */
  given: Verdict | undefined;
  counts: Record<Verdict, number> | undefined;
  onJudge: (value: Verdict) => void;
}

/** Three words to say whether a lesson was any use. */
export function Verdicts({ given, counts, onJudge }: VerdictsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <fieldset className="flex">
        <legend className="sr-only">{verdict.title}</legend>
        {VERDICTS.map(({ value, keys, Icon }) => (
          <button
            key={value}
            type="button"
            aria-pressed={given === value}
            title={`${verdict.name[value]}  ${keysText(keys)}`}
            onClick={() => onJudge(value)}
            className="-ml-px inline-flex h-7 items-center gap-1.5 border border-line-strong bg-raised px-2 text-ink-2 text-small first:ml-0 first:rounded-l-sm last:rounded-r-sm hover:bg-hover hover:text-ink focus-visible:z-1 aria-pressed:bg-signal-tint aria-pressed:text-ink aria-pressed:shadow-[inset_0_-2px_0_var(--signal)]"
          >
            <Icon size={13} aria-hidden />
            {verdict.name[value]}
          </button>
        ))}
      </fieldset>
      {counts && <span className="text-ink-2 text-small">{verdict.counts(counts)}</span>}
    </div>
  );
}
