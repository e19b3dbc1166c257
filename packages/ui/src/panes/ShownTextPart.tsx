import { useQuery } from '@tanstack/react-query';
import { useClient } from '../data/client.ts';
import { shownText } from '../data/queries/agent-answers.ts';
import { ShownText } from '../groups/Exposures/ShownText.tsx';
import { QueryFailure } from '../groups/QueryFailure/QueryFailure.tsx';
import { useCopyOut } from '../state/copying.tsx';
import { agentAnswers } from '../strings/agent-answers.ts';

const words = agentAnswers.text;

/** Loads the exact text of an answer once it is shown. */
export function ShownTextPart({ seq }: { seq: number }) {
  const query = useQuery(shownText(useClient(), seq));
  const copy = useCopyOut();
  const { data, error } = query;
  if (data) return <ShownText shown={data} onCopy={(text) => copy(text, words.copied)} />;
  if (error) return <QueryFailure title={words.failed} query={query} />;
  return <p className="animate-late text-ink-3 text-small">{words.loading}</p>;
}
