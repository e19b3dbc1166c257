import { failureOf } from '../data/client.ts';
import { FailureMessage } from '../elements/Message/Message.tsx';

interface QueryFailureProps {
  title: string;
  /** The query that failed; it can be asked again. */
  query: { error: Error | null; refetch: () => unknown };
}

/** A question to the host that failed: what was wanted, why not, and a way to ask again. */
export function QueryFailure({ title, query: { error, refetch } }: QueryFailureProps) {
  return <FailureMessage title={title} failure={failureOf(error)} onRetry={() => void refetch()} />;
}
