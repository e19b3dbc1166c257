import type { Pattern } from '@twicewise/contract';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { patterns as words } from '../../strings/patterns.ts';

/** The sign for the standing of a pattern; the signs of the outcomes are used, because people know them. */
export const GLYPH = { works: 'success', fails: 'failure', open: 'unknown' } as const;

/** A pattern in a list: what was done, for what, how often it helped, and who supports it. */
export function PatternRow({ pattern }: { pattern: Pattern }) {
  const { trigger, action, kind, standing, state, occurrences } = pattern;
  return (
    <span className="flex gap-2">
      <span className="mt-0.5 shrink-0">
        <OutcomeGlyph outcome={GLYPH[standing]} decorative />
      </span>
      <span className="min-w-0 grow">
        <span dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
          {state === 'disputed' ? <s>{action}</s> : action}
        </span>
        <span dir="auto" className="line-clamp-1 text-ink-2 wrap-anywhere" title={trigger}>
          {words.kinds[kind]}: {trigger}
        </span>
        <span className="mt-0.5 block text-ink-3 text-small tabular-nums">
          <span className="font-medium text-ink-2">{words.standing[standing]}</span> · {words.helped(pattern)} ·{' '}
          {words.met(occurrences)} · {words.states[state]}
        </span>
      </span>
    </span>
  );
}
