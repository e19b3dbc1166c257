import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from '../../data/client.ts';
import { unrecordedSession } from '../../data/queries/episodes.ts';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';

/** What can be done with an unrecorded session, as with all its attempts and turns. */
export interface UnrecordedActions {
  inBin: boolean;
  remove: () => void;
  restore: () => void;
  /** Called after a purge; the next session is opened. */
  purged: () => void;
}

/**
 * The actions on an unrecorded session; null without one. `listed`: whether the list that has it is that of the bin; undefined when
 * it is not in the list. `onLeave` is called when it leaves the list.
 */
export function useUnrecordedActions(
  id: string | undefined,
  listed: boolean | undefined,
  onLeave: () => void,
): UnrecordedActions | null {
  const client = useClient();
  const { run, say } = useCommands();
  const { data } = useQuery({ ...unrecordedSession(client, id ?? ''), enabled: id !== undefined });
  // The list knows it at once, for keys that come fast.
  const inBin = listed ?? data?.inBin;
  return useMemo(() => {
    if (id === undefined || inBin === undefined) return null;
    const change = async (kind: 'delete' | 'restore', done: (title: string) => string) => {
      const asked = { selection: { ids: [id] }, change: { kind } };
      const preview = await client.envelope('episode.previewMany', asked);
      if (!preview.ok) return say(preview.error.message);
      const { digest, examples } = preview.value;
      const answer = await run('episode.changeMany', { ...asked, digest }, done(examples[0]?.task ?? ''));
      if (answer.ok) onLeave();
    };
    return {
      inBin,
      remove: () => void change('delete', strings.done.deleted),
      restore: () => void change('restore', strings.done.restored),
      purged: onLeave,
    };
  }, [id, inBin, client, run, say, onLeave]);
}
