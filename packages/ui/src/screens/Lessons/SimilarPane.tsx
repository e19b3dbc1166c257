import { useQuery } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import { useRef } from 'react';
import { failureOf, useClient } from '../../data/client.ts';
import { similarLessons } from '../../data/queries/search.ts';
import { FailureMessage } from '../../elements/Message/Message.tsx';
import { Section } from '../../groups/Inspector/Section.tsx';
import { SimilarLessons } from '../../groups/Similar/SimilarLessons.tsx';
import { strings } from '../../strings.ts';
import { useSeen } from './use-seen.ts';

interface SimilarPaneProps {
  lesson: Reflection;
  everywhere: boolean;
  onGo: (lessonId: string) => void;
}

/** Lessons like the open one; looked for when its place comes into sight. */
export function SimilarPane({ lesson, everywhere, onGo }: SimilarPaneProps) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const { data, error, refetch } = useQuery({
    ...similarLessons(useClient(), lesson.id, everywhere),
    enabled: seen,
  });
  return (
    <Section label={strings.similar.title}>
      <div ref={place} className="min-h-6">
        {data && <SimilarLessons hits={data} showProject={everywhere} onGo={({ id }) => onGo(id)} />}
        {!data && error && (
          <FailureMessage title={strings.similar.failed} failure={failureOf(error)} onRetry={() => void refetch()} />
        )}
        {!data && !error && <p className="animate-late text-ink-3 text-base">{strings.similar.loading}</p>}
      </div>
    </Section>
  );
}
