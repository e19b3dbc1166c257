import { useInfiniteQuery } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import { useRef } from 'react';
import { useClient } from '../../data/client.ts';
import { exposuresOf } from '../../data/queries/exposures.ts';
import { LessonExposures } from '../../groups/Exposures/LessonExposures.tsx';
import { Verdicts } from '../../groups/Exposures/Verdicts.tsx';
import { Section } from '../../groups/LessonText/Section.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { shownTextOf } from '../../panes/shown-text-on-demand.tsx';
import { exposures } from '../../strings/retrieval.ts';
import { strings } from '../../strings.ts';
import { useSeen } from './use-seen.ts';
import { useVerdict } from './use-verdict.ts';

interface ExposuresPaneProps {
  lesson: Reflection;
  onGo: (lessonId: string) => void;
}

/** The exposures of a lesson, the attempts that followed, and the feedback of people and agents. */
export function ExposuresPane({ lesson, onGo }: ExposuresPaneProps) {
  const live = lesson.deletedAt === null;
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const query = useInfiniteQuery({ ...exposuresOf(useClient(), lesson.id), enabled: seen });
  const { data, error, hasNextPage, fetchNextPage } = query;
  const { counts: given, ...verdict } = useVerdict(lesson, live);
  const counts = data?.pages[0]?.verdicts ?? given;
  const anyVerdict = counts && counts.helpful + counts.unhelpful + counts.harmful > 0;
  return (
    <>
      <Section label={exposures.title}>
        <div ref={place} className="min-h-6">
          {data && (
            <LessonExposures
              exposures={data.pages.flatMap(({ items }) => items)}
              hasOlder={hasNextPage}
              onOlder={() => void fetchNextPage()}
              onGo={onGo}
              text={shownTextOf}
            />
          )}
          {!data && error && <QueryFailure title={exposures.failed} query={query} />}
          {!data && !error && <p className="animate-late text-ink-3 text-base">{exposures.loading}</p>}
        </div>
      </Section>
      {live && (
        <Section label={strings.verdict.title}>
          <Verdicts {...verdict} counts={anyVerdict ? counts : undefined} />
        </Section>
      )}
    </>
  );
}
