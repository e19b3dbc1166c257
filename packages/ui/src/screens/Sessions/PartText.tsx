import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../data/client.ts';
import type { ComparedPart } from '../../data/compare-parts.ts';
import { comparedTexts, type PartPlace, partText, TEXT_PAGE } from '../../data/queries/turns.ts';
import { Segmented } from '../../elements/Segmented/Segmented.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { LineDifference } from '../../groups/Turns/LineDifference.tsx';
import { turns as words } from '../../strings/turns.ts';

/** The text of a part exactly as it was given, a page at a time. */
export function PartText({ id, part }: PartPlace) {
  const query = useInfiniteQuery(partText(useClient(), id, part));
  const { data, error, hasNextPage, fetchNextPage } = query;
  if (!data) {
    return error ? (
      <QueryFailure title={words.text.failed} query={query} />
    ) : (
      <p className="animate-late text-ink-3 text-small">{words.text.loading}</p>
    );
  }
  const text = data.pages.map((page) => page.text).join('');
  const left = (data.pages[0]?.length ?? 0) - text.length;
  return (
    <>
      {/* Tab reaches it, because it scrolls. */}
      <section
        dir="auto"
        aria-label={words.whole}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls must be reachable by keys
        tabIndex={0}
        className="max-h-[32rem] overflow-auto whitespace-pre-wrap wrap-anywhere font-mono text-small"
      >
        {text}
      </section>
      {hasNextPage && (
        <TextLink className="min-h-6 text-small" onClick={() => void fetchNextPage()}>
          {words.text.more(Math.min(TEXT_PAGE, left), left)}
        </TextLink>
      )}
    </>
  );
}

function Difference({ before, after }: { before: PartPlace; after: PartPlace }) {
  const query = useQuery(comparedTexts(useClient(), before, after));
  const { data, error } = query;
  if (data) return <LineDifference {...data} />;
  if (data === null) return <p className="text-ink-3 text-small">{words.text.tooLong}</p>;
  if (error) return <QueryFailure title={words.text.failed} query={query} />;
  return <p className="animate-late text-ink-3 text-small">{words.text.loading}</p>;
}

interface ComparedPartTextProps {
  id: string;
  /** The turn before; undefined for the first one. */
  beforeId: string | undefined;
  compared: ComparedPart;
}

/** The text of a part; of one that was another in the turn before, first what is different. */
export function ComparedPartText({ id, beforeId, compared: { index, state, before } }: ComparedPartTextProps) {
  const [shown, setShown] = useState<'difference' | 'whole'>('difference');
  const after = { id, part: index };
  if (state !== 'changed' || before === null || beforeId === undefined) return <PartText {...after} />;
  const options = (['difference', 'whole'] as const).map((value) => ({
    value,
    label: words[value],
    icon: words[value],
  }));
  return (
    <>
      <Segmented label={words.shownAs} options={options} value={shown} onChange={setShown} />
      {shown === 'whole' ? (
        <PartText {...after} />
      ) : (
        <Difference before={{ id: beforeId, part: before }} after={after} />
      )}
    </>
  );
}
