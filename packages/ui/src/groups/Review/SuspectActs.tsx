import { ArrowLeftRight, Equal, GitMerge } from 'lucide-react';
import { suspects as words } from '../../strings/waiting.ts';
import { Act } from './Act.tsx';
import type { One } from './choice.ts';

/** The decisions about lessons that may be duplicates. */
export interface SuspectActions {
  merge: () => void;
  dismiss: () => void;
  swap: () => void;
}

/** The buttons for {@link SuspectActions}; `stays`: which of two is kept, null for a group of more. */
export function SuspectActs({ act, stays }: { act: SuspectActions; stays: One | null }) {
  return (
    <>
      <Act primary keys="m" onPress={act.merge}>
        <GitMerge size={13} aria-hidden />
        {words.merge}
      </Act>
      <Act keys="x" onPress={act.dismiss}>
        <Equal size={13} aria-hidden />
        {words.notSame}
      </Act>
      <Act keys="s" onPress={act.swap}>
        <ArrowLeftRight size={13} aria-hidden />
        {words.swap(stays)}
      </Act>
    </>
  );
}
