import type { TurnSummary } from '@twicewise/contract';
import { useState } from 'react';
import { LongText } from '../../elements/LongText/LongText.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { turns as words } from '../../strings/turns.ts';
import { keyedByPlace } from '../LessonForm/place.ts';

function Summary({ summary: { text, insights, source } }: { summary: TurnSummary }) {
  return (
    <>
      <LongText text={text} />
      {insights.length > 0 && (
        <ul aria-label={words.insights} className="mt-1 list-disc pl-4 text-base text-ink-2">
          {keyedByPlace(insights).map(({ key, item }) => (
            <li key={key} dir="auto" className="wrap-anywhere">
              {item}
            </li>
          ))}
        </ul>
      )}
      {source === 'fallback' && <p className="text-ink-3 text-small">{words.fallback}</p>}
    </>
  );
}

/** What a turn came to: its last summary, and on demand those before. */
export function TurnSummaries({ summaries }: { summaries: readonly TurnSummary[] }) {
  const [isOpen, setOpen] = useState(false);
  const last = summaries.at(-1);
  if (!last) return <p className="text-base text-ink-3">{words.noSummary}</p>;
  const earlier = summaries.slice(0, -1).toReversed();
  return (
    <>
      <Summary summary={last} />
      {earlier.length > 0 && (
        <TextLink className="min-h-6 text-ink-2 text-small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.earlier(earlier.length)}
        </TextLink>
      )}
      {isOpen &&
        earlier.map((summary) => (
          <div key={summary.id} className="mt-1 border-line border-l-2 pl-3">
            <p className="text-ink-3 text-small">
              <RelativeTime at={summary.at} />
            </p>
            <Summary summary={summary} />
          </div>
        ))}
    </>
  );
}
