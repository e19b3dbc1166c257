import { useInfiniteQuery } from '@tanstack/react-query';
import type { Reflection, Verdict } from '@twicewise/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { failureOf, useClient } from '../../data/client.ts';
import { exposuresOf } from '../../data/queries/use.ts';
import { FailureMessage } from '../../elements/Message/Message.tsx';
import { Section } from '../../groups/Inspector/Section.tsx';
import { ShownToAgents } from '../../groups/Shown/ShownToAgents.tsx';
import { Verdicts } from '../../groups/Shown/Verdicts.tsx';
import { strings } from '../../strings.ts';
import { useSeen } from './use-seen.ts';
import { useVerdict } from './use-verdict.ts';

interface UsePaneProps {
  lesson: Reflection;
  onGo: (lessonId: string) => void;
}

interface ExposuresProps extends UsePaneProps {
  onCounts: (counts: Record<Verdict, number>) => void;
}

function Exposures({ lesson, onGo, onCounts }: ExposuresProps) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...exposuresOf(useClient(), lesson.id),
    enabled: seen,
  });
  const counts = data?.pages[0]?.verdicts;
  useEffect(() => {
    if (counts) onCounts(counts);
  }, [counts, onCounts]);
  return (
    <div ref={place} className="min-h-6">
      {data && (
        <ShownToAgents
          exposures={data.pages.flatMap(({ items }) => items)}
          hasOlder={hasNextPage}
          onOlder={() => void fetchNextPage()}
          onGo={onGo}
        />
      )}
      {!data && error && (
        <FailureMessage title={strings.shown.failed} failure={failureOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <p className="animate-late text-ink-3 text-base">{strings.shown.loading}</p>}
    </div>
  );
}

/** What became of a lesson: who was shown it, what came of that, and whether it was any use. */
export function UsePane({ lesson, onGo }: UsePaneProps) {
  const { counts: given, ...verdict } = useVerdict(lesson.id, lesson.deletedAt === null);
  const [counted, setCounts] = useState<{ id: string; counts: Record<Verdict, number> } | null>(null);
  const onCounts = useCallback((counts: Record<Verdict, number>) => setCounts({ id: lesson.id, counts }), [lesson.id]);
  const stored = counted?.id === lesson.id ? counted.counts : given;
  const anyVerdict = stored && stored.helpful + stored.unhelpful + stored.harmful > 0;
  return (
    <>
      <Section label={strings.shown.title}>
        <Exposures lesson={lesson} onGo={onGo} onCounts={onCounts} />
      </Section>
      {lesson.deletedAt === null && (
        <Section label={strings.verdict.title}>
          <Verdicts {...verdict} counts={anyVerdict ? stored : undefined} />
        </Section>
      )}
    </>
  );
}
