import type { Insights, Metric } from '@twicewise/contract';
import { FigureTitle } from '../../elements/Chart/FigureTitle.tsx';
import { insights } from '../../strings/insights.ts';
import { count, percent } from '../../strings.ts';

const words = insights.use;
const { headline, outcomes } = insights;

function Fact({ label, value, text }: { label: string; value: string; text: string }) {
  return (
    <div className="flex flex-col py-2">
      <dt className="text-ink-2">{label}</dt>
      <dd data-figure className="order-first font-medium text-title tabular-nums">
        {value}
      </dd>
      <dd className="text-ink-3 text-small">{text}</dd>
    </div>
  );
}

function share({ value }: Metric): string {
  return value === null ? words.notYet : percent(value);
}

/** The four figures above the rest: how much is stored and how it went, whether it is found, and whether it helps. */
export function Headline({ found }: { found: Insights }) {
  const { total, lessons, metrics } = found;
  const { reflectionHitRate, successAfterExposure, successWithoutExposure } = metrics;
  const by = (kind: 'person' | 'agent' | 'importer') => lessons.reduce((all, { authors }) => all + authors[kind], 0);
  const authors = { person: by('person'), agent: by('agent'), importer: by('importer') };
  return (
    <dl aria-label={headline.title} className="grid @4xl:grid-cols-4 grid-cols-2 gap-x-8 border-line border-t py-3">
      <Fact label={headline.lessons} value={count(total.count)} text={outcomes.by(authors)} />
      <Fact
        label={headline.success}
        value={total.success.value === null ? words.notYet : percent(total.success.value)}
        text={headline.successText(total.success)}
      />
      <Fact label={words.hitRate} value={share(reflectionHitRate)} text={words.hitRateText(reflectionHitRate.n)} />
      <Fact
        label={words.after}
        value={share(successAfterExposure)}
        text={words.afterText(successAfterExposure.n, share(successWithoutExposure), successWithoutExposure.n)}
      />
    </dl>
  );
}

/** Whether stored lessons are read: each number with the total it is a share of. */
export function UseNumbers({ found: { metrics, neverShown } }: { found: Insights }) {
  const { crossSessionReuse } = metrics;
  return (
    <section className="border-line border-t py-5">
      <FigureTitle name="use" className="mb-2 leading-7" />
      <dl className="grid grid-cols-2 gap-x-6">
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
      </dl>
    </section>
  );
}
