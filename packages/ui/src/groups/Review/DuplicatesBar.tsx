import { GitMerge } from 'lucide-react';
import { suspects } from '../../strings/waiting.ts';
import { Act } from './Act.tsx';

/** Above the duplicates: the one decision about all that are exact. */
export function DuplicatesBar({ exact, onMerge }: { exact: number; onMerge: () => void }) {
  if (exact === 0) return null;
  return (
    <div className="flex min-h-10 shrink-0 items-center border-line border-b bg-surface px-3 py-1">
      <Act keys="M" onPress={onMerge}>
        <GitMerge size={13} aria-hidden />
        {suspects.mergeExact(exact)}
      </Act>
    </div>
  );
}
