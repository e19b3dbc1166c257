import type { LessonGrouping } from '@twicewise/contract';
import { useMemo, useRef } from 'react';
import { beginAlike } from '../../data/begin-alike.ts';
import { GroupHeading } from '../../groups/Review/GroupHeading.tsx';
import type { RowHeading } from '../../groups/RowList/RowList.tsx';
import { review } from '../../strings/today.ts';
import { useGroupName } from './draft-groups.ts';
import type { DraftBulk } from './use-draft-bulk.ts';
import type { Queue } from './use-queue.ts';

/** The headings of the groups of drafts, by the index of the first draft of each; none where they are not grouped. */
export function useGroupHeadings(
  { heads }: Pick<Queue, 'heads'>,
  by: LessonGrouping | undefined,
  begin: DraftBulk['beginGroup'],
): ReadonlyMap<number, RowHeading> | undefined {
  const latest = useRef(begin);
  latest.current = begin;
  const groupName = useGroupName();
  return useMemo(() => {
    if (by === undefined) return undefined;
    const names = new Map([...heads].map(([index, group]) => [index, groupName(by, group)]));
    const alike = beginAlike(names.values());
    return new Map(
      [...heads].map(([index, group]) => {
        const name = names.get(index) ?? '';
        const drawn = (
          <GroupHeading
            key={group.value}
            name={name}
            differsAt={alike.get(name)}
            count={group.count}
            onAccept={(at) => latest.current('accepted', group, at)}
            onReject={(at) => latest.current('rejected', group, at)}
          />
        );
        return [index, { text: review.group.heading(name, group.count), drawn }] as const;
      }),
    );
  }, [heads, by, groupName]);
}
