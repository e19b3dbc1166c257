import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { CutName } from '../../elements/CutName/CutName.tsx';
import { review as words } from '../../strings/today.ts';
import { count as written } from '../../strings.ts';

interface GroupHeadingProps {
  name: string;
  /** Where its name begins to differ from those that begin alike. */
  differsAt: number | undefined;
  /** The drafts of the group, those that are not loaded too. */
  count: number;
  onAccept: (at: HTMLElement) => void;
  onReject: (at: HTMLElement) => void;
}

/** A decision about a group, for the pointer: a list has no room for buttons among its rows, so keys and the palette have it too. */
function GroupAct({
  title,
  icon,
  onPress,
  children,
}: {
  title: string;
  icon: ReactNode;
  onPress: (at: HTMLElement) => void;
  children: string;
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={title}
      // Leaves the focus in the list.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ currentTarget }) => onPress(currentTarget)}
      className="flex h-6 shrink-0 items-center gap-1 rounded-sm px-1.5 text-ink-2 text-small hover:bg-hover hover:text-ink"
    >
      {icon}
      <span className="list-tiny:hidden">{children}</span>
    </button>
  );
}

/** The heading of a group of drafts: its name, how many it has, and the decisions about all of them. */
export function GroupHeading({ name, differsAt, count, onAccept, onReject }: GroupHeadingProps) {
  return (
    <div className="flex h-full items-center gap-1 pr-1.5 pl-3">
      <CutName name={name} differsAt={differsAt} className="min-w-0 font-medium text-small" />
      {/* Where there is no room for words, the buttons do not say it. */}
      <span className="hidden pl-1 font-mono text-ink-3 text-micro list-tiny:inline">{written(count)}</span>
      <span className="grow" />
      <GroupAct title={words.group.accept(name, count)} icon={<Check size={12} />} onPress={onAccept}>
        {words.group.acceptCount(count)}
      </GroupAct>
      <GroupAct title={words.group.reject(name, count)} icon={<X size={12} />} onPress={onReject}>
        {words.group.rejectCount(count)}
      </GroupAct>
    </div>
  );
}
