import type { EpisodeSummary } from '@twicewise/contract';
import { useMemo } from 'react';
import { useClient } from '../../data/client.ts';
import { sessionAddress, sessionLink } from '../../data/session-copies.ts';
import type { Copies } from '../../groups/Inspector/CopyItems.tsx';
import type { RecordActions } from '../../groups/SessionRecord/RecordToolbar.tsx';
import { useCopyActions } from '../../panes/use-copies.ts';
import { useAction } from '../../state/action-registry.tsx';
import { useCommands } from '../../state/commands.tsx';
import { useCopyOut } from '../../state/copying.tsx';
import { sessionRecord } from '../../strings/session-record.ts';
import { strings } from '../../strings.ts';
import type { UnrecordedActions } from './use-unrecorded-actions.ts';

/** The fields that every form of a session has. */
export type Session = Pick<EpisodeSummary, 'id' | 'task' | 'outcome' | 'deletedAt'>;

/** The forms in which a session can be copied; null without one. Its items are read on demand. */
function useSessionCopies(session: Session | undefined): Copies | null {
  const copy = useCopyOut();
  const client = useClient();
  const { say } = useCommands();
  return useMemo(() => {
    if (!session) return null;
    const { id, task } = session;
    const { done } = strings.copying;
    const link = sessionLink(id);
    const address = sessionAddress(id, location);
    const json = async () => {
      const answer = await client.envelope('episode.get', { id });
      if (answer.ok) copy(JSON.stringify(answer.value.episode, null, 2), done.json(task));
      else say(answer.error.message);
    };
    return {
      id: () => copy(id, done.exactly(id)),
      link: () => copy(link, done.exactly(link)),
      address: address === null ? null : () => copy(address, done.address(address)),
      markdown: null,
      json: () => void json(),
    };
  }, [session, copy, client, say]);
}

/** The actions on a session; each but a purge can be undone. `onLeave` is called when it leaves the list. */
export function useRecordActions(session: Session | undefined, onLeave: () => void): RecordActions | null {
  const { run } = useCommands();
  const copies = useSessionCopies(session);
  return useMemo(() => {
    if (!session || !copies) return null;
    const { id, task } = session;
    const { done } = strings;
    const leave = async (answer: Promise<{ ok: boolean }>) => {
      if ((await answer).ok) onLeave();
    };
    return {
      copies,
      correct: (outcome) =>
        void run('episode.update', { id, changes: { outcome } }, sessionRecord.done.corrected(outcome, task)),
      remove: () => void leave(run('episode.delete', { id }, done.deleted(task))),
      restore: () => void leave(run('episode.restore', { id }, done.restored(task))),
      purged: onLeave,
    };
  }, [session, copies, run, onLeave]);
}

/** Opens what an action must show before anything is done. */
interface Asking {
  onCorrect: () => void;
  onPurge: () => void;
}

/** The open or current session: with a log, or an unrecorded one, of which `session` and `act` are absent. */
interface Current {
  session: Session | undefined;
  act: RecordActions | null;
  unrecorded: UnrecordedActions | null;
}

/**
 * Registers the same as actions of the window. In the bin a session can only be restored or purged; outside it, anything but
 * that. An unrecorded one can be deleted, restored and purged. `whyNone` says why there is none; false leaves the keys to others.
 */
export function useRecordKeys({ session, act, unrecorded }: Current, whyNone: string | false, ask: Asking): void {
  const { whyNot } = strings;
  const there = whyNone === false ? false : act !== null && session !== undefined ? true : whyNone;
  const gone = there === true && session?.deletedAt !== null;
  const live = gone ? whyNot.inBin : there;
  useAction('correct', ask.onCorrect, live);
  const able = whyNone !== false && unrecorded ? true : there;
  const inBin = unrecorded?.inBin ?? gone;
  useAction('delete', () => (unrecorded ?? act)?.remove(), able === true && inBin ? whyNot.inBin : able);
  useAction('restore', () => (unrecorded ?? act)?.restore(), able === true && !inBin ? whyNot.notInBin : able);
  // Purge has no key that would have to explain why it does nothing, so outside the bin it is not offered at all.
  useAction('purge', ask.onPurge, able === true && inBin);
  useCopyActions(act?.copies ?? null, there);
}
