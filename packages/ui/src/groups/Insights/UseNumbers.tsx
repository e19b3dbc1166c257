import type { Insights, Metric } from '@twicewise/contract';
import { count, percent, strings } from '../../strings.ts';

const words = strings.insights.use;

function Fact({ label, value, text }: { label: string; value: string; text: string }) {
  return (
    <div className="flex flex-col border-line border-t py-2">
      <dt className="text-ink-2">{label}</dt>
      <dd className="order-first font-medium text-title tabular-nums">{value}</dd>
      <dd className="text-ink-3 text-small">{text}</dd>
    </div>
  );
}

function share({ value }: Metric): string {
  return value === null ? words.notYet : percent(value);
}

/** Whether stored lessons are read and help: each number with the total it is a share of. */
export function UseNumbers({ found }: { found: Insights }) {
  const { metrics, neverShown } = found;
  const { reflectionHitRate, crossSessionReuse, successAfterExposure, successWithoutExposure } = metrics;
  return (
    <section className="border-line border-t py-5">
      <h2 className="mb-2 font-medium text-read">{words.title}</h2>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-x-6">
        <Fact label={words.hitRate} value={share(reflectionHitRate)} text={words.hitRateText(reflectionHitRate.n)} />
        <Fact
          label={words.reuse}
          value={crossSessionReuse.value === null ? words.noneYet : count(crossSessionReuse.value)}
          text={words.reuseText(crossSessionReuse.n)}
        />
        <Fact
          label={words.never}
          value={neverShown.n === 0 ? words.noneYet : percent(neverShown.value / neverShown.n)}
          text={words.neverText(neverShown.n)}
        />
        <Fact
          label={words.after}
          value={share(successAfterExposure)}
          text={words.afterText(successAfterExposure.n, share(successWithoutExposure), successWithoutExposure.n)}
        />
      </dl>
    </section>
  );
}
