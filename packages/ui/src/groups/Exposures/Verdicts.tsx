import type { Verdict } from '@twicewise/contract';
import { ThumbsDown, ThumbsUp, TriangleAlert } from 'lucide-react';
import { keysText } from '../../elements/Kbd/Kbd.tsx';
import { IN_BAR, Toggle } from '../../elements/Toggle/Toggle.tsx';
import { strings } from '../../strings.ts';

const { verdict } = strings;

/** The verdicts and their keys, in the order in which they are offered. */
export const VERDICTS = [
  { value: 'helpful', keys: '+', Icon: ThumbsUp },
  { value: 'unhelpful', keys: '-', Icon: ThumbsDown },
  { value: 'harmful', keys: '!', Icon: TriangleAlert },
] as const;

interface VerdictsProps {
  /** The last verdict given in this window, unless it was undone. */
  given: Verdict | undefined;
  counts: Record<Verdict, number> | undefined;
  onJudge: (value: Verdict) => void;
}

/** Three buttons to judge whether a lesson helped, each with the number of such verdicts. */
export function Verdicts({ given, counts, onJudge }: VerdictsProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <fieldset className="flex">
        <legend className="sr-only">{verdict.title}</legend>
        {VERDICTS.map(({ value, keys, Icon }) => (
          <Toggle
            key={value}
            pressed={given === value}
            title={`${verdict.name[value]}  ${keysText(keys)}`}
            onClick={() => onJudge(value)}
            className={IN_BAR}
          >
            <Icon size={13} aria-hidden />
            {verdict.name[value]}
          </Toggle>
        ))}
      </fieldset>
      {counts && <span className="text-ink-2 text-small">{verdict.counts(counts)}</span>}
    </div>
  );
}
