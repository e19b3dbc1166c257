import type { AttemptInsights, Mean } from '@twicewise/contract';
import { FigureTitle } from '../../elements/Chart/FigureTitle.tsx';
import { insights } from '../../strings/insights.ts';
import { type ShowAttempts, useShownAttempts } from './ShownAttempts.tsx';

const words = insights.attempts.better;

interface ProgressFactProps {
  label: string;
  mean: Mean;
  ids: readonly string[];
  attempts: ShowAttempts;
}

function ProgressFact({ label, mean, ids, attempts }: ProgressFactProps) {
  const { toggle, list } = useShownAttempts(ids, attempts);
  return (
    <div className="flex flex-col border-line border-t py-2">
      <dt className="text-ink-2">{label}</dt>
      <dd data-figure className="order-first font-medium text-title tabular-nums">
        {words.value(mean)}
      </dd>
      <dd className="text-ink-3 text-small">{words.text(mean)}</dd>
      <dd>
        {toggle}
        {list}
      </dd>
    </div>
  );
}

/** Whether later attempts at a task are better than earlier ones, with the attempts behind each number. */
export function AttemptProgress({ found, attempts }: { found: AttemptInsights; attempts: ShowAttempts }) {
  const { learning, errors } = found;
  return (
    <section className="border-line border-t py-5">
      <FigureTitle name="attempt-progress" className="mb-2 leading-7" />
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(20rem,1fr))] gap-x-6">
        <ProgressFact label={words.learning} mean={learning.perAttempt} ids={learning.attemptIds} attempts={attempts} />
        <ProgressFact label={words.errors} mean={errors.change} ids={errors.attemptIds} attempts={attempts} />
      </dl>
    </section>
  );
}
