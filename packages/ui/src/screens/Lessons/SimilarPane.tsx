import { useQuery } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import { useRef } from 'react';
import { useClient } from '../../data/client.ts';
import { similarLessons } from '../../data/queries/search.ts';
import { Section } from '../../groups/LessonText/Section.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { SimilarLessons } from '../../groups/Similar/SimilarLessons.tsx';
import { similar } from '../../strings/retrieval.ts';
import { useSeen } from './use-seen.ts';

interface SimilarPaneProps {
  lesson: Reflection;
  everywhere: boolean;
  onGo: (lessonId: string) => void;
}

/** Lessons similar to the open one; searched for when the section becomes visible. */
export function SimilarPane({ lesson, everywhere, onGo }: SimilarPaneProps) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const query = useQuery({
    ...similarLessons(useClient(), lesson.id, everywhere),
    enabled: seen,
  });
  const { data, error } = query;
  return (
    <Section label={similar.title}>
      <div ref={place} className="min-h-6">
        {data && <SimilarLessons hits={data} showProject={everywhere} onGo={({ id }) => onGo(id)} />}
        {!data && error && <QueryFailure title={similar.failed} query={query} />}
        {!data && !error && <p className="animate-late text-ink-3 text-base">{similar.loading}</p>}
      </div>
    </Section>
  );
}
