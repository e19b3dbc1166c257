import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Author } from '@twicewise/contract';
import { useClient } from '../../data/client.ts';
import { session, summaryVersions } from '../../data/queries/sessions.ts';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { SummaryParts } from '../../groups/SessionRecord/SummaryParts.tsx';
import { SummaryVersions } from '../../groups/SessionRecord/SummaryVersions.tsx';
import { sessionRecord } from '../../strings/session-record.ts';

const words = sessionRecord.summary;

/** The versions of where the session stood. */
function Versions({ sessionId }: { sessionId: string }) {
  const query = useInfiniteQuery(summaryVersions(useClient(), sessionId));
  const { data, error, hasNextPage, fetchNextPage } = query;
  if (!data) return error ? <QueryFailure title={words.versionsFailed} query={query} /> : null;
  return (
    <SummaryVersions
      versions={data.pages.flatMap(({ items }) => items)}
      onMore={hasNextPage ? () => void fetchNextPage() : undefined}
    />
  );
}

/** The author of all versions that are read; null where there are several, or none yet. Transcripts are read by importers. */
function useWriter(sessionId: string): Author | null {
  const { data, hasNextPage } = useInfiniteQuery(summaryVersions(useClient(), sessionId));
  const authors = data?.pages.flatMap(({ items }) => items.map(({ author }) => author)) ?? [];
  const [first, ...rest] = authors.filter(({ kind }) => kind !== 'importer');
  if (first === undefined || hasNextPage) return null;
  return rest.every(({ kind, name }) => kind === first.kind && name === first.name) ? first : null;
}

/** Where the open session stands, and how it came to that. */
export function SummaryPart({ sessionId }: { sessionId: string }) {
  const query = useQuery(session(useClient(), sessionId));
  const writer = useWriter(sessionId);
  const { data, error } = query;
  if (!data) {
    return error ? (
      <QueryFailure title={words.failed} query={query} />
    ) : (
      <p className="animate-late text-ink-3">{words.loading}</p>
    );
  }
  return (
    <>
      <SummaryParts summary={data.workingSummary} writer={writer} />
      <Versions sessionId={sessionId} />
    </>
  );
}
