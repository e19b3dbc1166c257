import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { lessonTitle, type Reflection, type Verdict } from '@twicewise/contract';
import { useRef } from 'react';
import { useClient } from '../../data/client.ts';
import { givenVerdict } from '../../data/queries/exposures.ts';
import { writesTouching } from '../../data/queries/writes.ts';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';

/** Judges the open lesson, and knows the last verdict given in this window. */
export function useVerdict(lesson: Reflection, enabled: boolean) {
  const { id: reflectionId } = lesson;
  const client = useClient();
  const queries = useQueryClient();
  const { run, undo } = useCommands();
  const { data: given } = useQuery(givenVerdict(reflectionId));
  // A verdict can be undone anywhere and by anyone; its history shows whether it still stands.
  const history = useInfiniteQuery({
    ...writesTouching(client, given?.feedback.id ?? ''),
    enabled: given !== undefined,
  });
  const stands = history.data?.pages[0]?.items[0]?.kind !== 'undo';

  const standing = stands ? given : undefined;

  /** A window has one verdict: giving the same again undoes it, and another replaces it. */
  const judge = async (verdict: Verdict) => {
    if (standing?.operationId) {
      const { feedback, operationId } = standing;
      const what = strings.verdict.done(feedback.verdict, lessonTitle(lesson));
      const isUndone = await undo({ target: { operationId }, what });
      if (!isUndone || feedback.verdict === verdict) return;
    }
    const answer = await run(
      'memory.feedback',
      { reflectionId, verdict },
      strings.verdict.done(verdict, lessonTitle(lesson)),
    );
    if (answer.ok) queries.setQueryData(givenVerdict(reflectionId).queryKey, answer.value);
  };
  // What a second press means is known once the first is answered.
  const isBusy = useRef(false);
  const onJudge = async (verdict: Verdict) => {
    if (isBusy.current) return;
    isBusy.current = true;
    await judge(verdict).finally(() => {
      isBusy.current = false;
    });
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
