import { Loading } from '../../elements/Message/Message.tsx';
import { strings } from '../../strings.ts';
import { QueryFailure } from '../QueryFailure.tsx';

interface NotReadProps {
  query: { error: Error | null; refetch: () => unknown };
}

/** In place of what waits, while it has not been read: on its way, or failed. */
export function NotRead({ query }: NotReadProps) {
  if (query.error) return <QueryFailure title={strings.waiting.failed} query={query} />;
  return <Loading text={strings.waiting.loading} />;
}
