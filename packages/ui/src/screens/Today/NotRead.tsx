import { Loading } from '../../elements/Message/Message.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { waiting } from '../../strings/waiting.ts';

interface NotReadProps {
  query: { error: Error | null; refetch: () => unknown };
}

/** Shown instead of the queue while it is loading or after it failed. */
export function NotRead({ query }: NotReadProps) {
  if (query.error) return <QueryFailure title={waiting.failed} query={query} />;
  return <Loading text={waiting.loading} />;
}
