import { type AttemptAnalysis, type AttemptSummary, plainText } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { marksOf } from '../../data/attempt-marks.ts';
import { runsOf } from '../../data/attempt-runs.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { attemptComparison } from '../../strings/attempt-comparison.ts';
import { attempts as words } from '../../strings/attempts.ts';
import { AttemptRow } from './AttemptRow.tsx';

interface AttemptLadderProps {
  /** In their order. */
  attempts: readonly AttemptSummary[];
  /** True when the session has attempts in the bin. */
  areInBin: boolean;
  /** Undefined until it is known. */
  analysis: AttemptAnalysis | undefined;
  /** It could not be read. */
  isNotAnalysed: boolean;
  details: (attempt: AttemptSummary) => ReactNode;
  /** Ids of the attempts that are chosen to be compared, at most two. */
  chosen: readonly string[];
  onChoose: (id: string) => void;
  /** Reads more of them; undefined when all are here. */
  onMore: (() => void) | undefined;
}

/** Of all attempts, as the analysis counts them; the list may have more pages. */
function Total({ analysis: { total, outcomes } }: { analysis: AttemptAnalysis }) {
  return (
    <p className="mb-4 text-ink-3 text-small">
      {words.total(total)}: {words.ended(outcomes)}.
    </p>
  );
}

/** What held the session up, and for how long. */
function Stuck({ stuck }: Pick<AttemptAnalysis, 'stuck'>) {
  if (stuck.length === 0) return null;
  return (
    <ul aria-label={words.stuckLabel} className="mb-4 border-failure border-l-2 pl-3">
      {stuck.map(({ reason, attemptIds, what }) => (
        <li key={`${reason} ${attemptIds[0]}`} dir="auto" className="wrap-anywhere">
          {words.stuckFor(reason, attemptIds.length, what)}
        </li>
      ))}
    </ul>
  );
}

/** The attempts of a session from first to last, under the task that each was at. */
export function AttemptLadder(props: AttemptLadderProps) {
  const { attempts, areInBin, analysis, isNotAnalysed, details, chosen, onChoose, onMore } = props;
  if (attempts.length === 0) {
    if (areInBin) return <p className="text-ink-2">{words.allInBin}</p>;
    return (
      <>
        <p className="text-ink-2">{words.none}</p>
        <p className="max-w-[72ch] text-ink-3 text-small">{words.noneHint}</p>
      </>
    );
  }
  const marks = marksOf(analysis ?? { breakthroughs: [], stuck: [] });
  return (
    <>
      {analysis && <Total analysis={analysis} />}
      {analysis && <Stuck stuck={analysis.stuck} />}
      {chosen.length === 1 && (
        <p role="status" className="mb-4 text-ink-2">
          {attemptComparison.chooseOther}
        </p>
      )}
      {isNotAnalysed && <p className="mb-4 text-ink-2">{words.notAnalysed}</p>}
      {runsOf(attempts).map((run) => (
        <section key={run.key} className="mb-2">
          <h3 dir="auto" title={plainText(run.task)} className="mb-1 line-clamp-2 wrap-anywhere text-ink-2 text-small">
            {plainText(run.task)}
          </h3>
          <ol aria-label={plainText(run.task)}>
            {run.attempts.map((attempt) => (
              <AttemptRow
                key={attempt.id}
                mark={marks.get(attempt.id)}
                attempt={attempt}
                details={details}
                isAlone={run.attempts.length === 1}
                isChosen={chosen.includes(attempt.id)}
                onChoose={attempts.length > 1 ? () => onChoose(attempt.id) : undefined}
              />
            ))}
          </ol>
        </section>
      ))}
      {onMore && <Button onClick={onMore}>{words.more}</Button>}
    </>
  );
}
