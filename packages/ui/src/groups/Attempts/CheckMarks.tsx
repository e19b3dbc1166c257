import type { AttemptSummary, CheckVerdict, Outcome } from '@twicewise/contract';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { attempts as words } from '../../strings/attempts.ts';
import { keyedByPlace } from '../LessonForm/place.ts';

/** The shape and colour of each verdict: those of the outcome that it speaks for. */
const SHOWN: Record<CheckVerdict, Outcome> = {
  pass: 'success',
  fail: 'failure',
  error: 'failure',
  skip: 'unknown',
  unknown: 'unknown',
};

interface CheckMarkProps {
  kind: string;
  verdict: CheckVerdict;
  passed: number | null;
  failed: number | null;
}

/** One check: its kind, its verdict as a shape, and what was counted. */
export function CheckMark({ kind, verdict, passed, failed }: CheckMarkProps) {
  const counts = words.counts(passed, failed);
  // Counts alone would say that a check passed whose program failed beside its tests.
  const isPlain = counts !== '' && (verdict === 'pass' || (verdict === 'fail' && (failed ?? 0) > 0));
  const said = isPlain ? counts : [words.verdict[verdict], counts].filter(Boolean).join(', ');
  return (
    <span className="inline-flex min-w-0 items-center gap-1">
      <OutcomeGlyph outcome={SHOWN[verdict]} decorative />
      <span className="min-w-0 wrap-anywhere">{words.kind(kind)}</span>
      <span className={verdict === 'fail' || verdict === 'error' ? 'text-failure' : 'text-ink-3'}>{said}</span>
    </span>
  );
}

/** The checks of an attempt in the order in which they ran, the last ones if there were many. */
export function CheckMarks({ attempt: { checks, recentChecks } }: { attempt: AttemptSummary }) {
  if (checks === 0) return <span className="text-ink-3">{words.unchecked}</span>;
  const earlier = checks - recentChecks.length;
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {earlier > 0 && <span className="text-ink-3">{words.earlierChecks(earlier)}</span>}
      {keyedByPlace(recentChecks).map(({ key, item }) => (
        <CheckMark key={key} {...item} />
      ))}
    </span>
  );
}
