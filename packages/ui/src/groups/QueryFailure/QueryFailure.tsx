import { failureOf } from '../../data/client.ts';
import { FailureMessage } from '../../elements/Message/Message.tsx';

interface QueryFailureProps {
  title: string;
  /** The failed query, which can be repeated. */
  query: { error: Error | null; refetch: () => unknown };
}

/** A query that failed: what was requested, why it failed, and a button to try again. */
export function QueryFailure({ title, query: { error, refetch } }: QueryFailureProps) {
  return <FailureMessage title={title} failure={failureOf(error)} onRetry={() => void refetch()} />;
}
