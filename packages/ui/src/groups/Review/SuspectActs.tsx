import { ArrowLeftRight, Equal, GitMerge } from 'lucide-react';
import { suspects as words } from '../../strings/waiting.ts';
import { Act } from './Act.tsx';

/** The decisions about lessons that may be duplicates. */
export interface SuspectActions {
  merge: () => void;
  dismiss: () => void;
  swap: () => void;
}

/** The buttons for {@link SuspectActions}. */
export function SuspectActs({ act }: { act: SuspectActions }) {
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
        {words.swap}
      </Act>
    </>
  );
}
