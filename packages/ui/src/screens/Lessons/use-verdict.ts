import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Reflection, Verdict } from '@twicewise/contract';
import { useClient } from '../../data/client.ts';
import { givenVerdict } from '../../data/queries/exposures.ts';
import { writesTouching } from '../../data/queries/writes.ts';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';

/** Judging the open lesson, with what this window said last about it. */
export function useVerdict({ id: reflectionId, taskDescription }: Reflection, enabled: boolean) {
  const client = useClient();
  const queries = useQueryClient();
  const { run, undo } = useCommands();
  const { data: given } = useQuery(givenVerdict(reflectionId));
  // A verdict is undone like anything else, by whoever and wherever; its own history says whether it stands.
  const history = useInfiniteQuery({
    ...writesTouching(client, given?.feedback.id ?? ''),
    enabled: given !== undefined,
  });
  const stands = history.data?.pages[0]?.items[0]?.kind !== 'undo';

  const standing = stands ? given : undefined;

  /** One window has one verdict: the same again takes it back, another one takes its place. */
  const onJudge = async (verdict: Verdict) => {
    if (standing?.operationId) {
      const { feedback, operationId } = standing;
      await undo({ target: { operationId }, what: strings.verdict.done(feedback.verdict, taskDescription) });
      if (feedback.verdict === verdict) return;
    }
    const answer = await run(
      'memory.feedback',
      { reflectionId, verdict },
      strings.verdict.done(verdict, taskDescription),
    );
    if (answer.ok) queries.setQueryData(givenVerdict(reflectionId).queryKey, answer.value);
  };
  useAction('helpful', () => void onJudge('helpful'), enabled);
  useAction('unhelpful', () => void onJudge('unhelpful'), enabled);
  useAction('harmful', () => void onJudge('harmful'), enabled);
  return {
    given: standing?.feedback.verdict,
    counts: standing?.counts,
    onJudge: (verdict: Verdict) => void onJudge(verdict),
  };
}
