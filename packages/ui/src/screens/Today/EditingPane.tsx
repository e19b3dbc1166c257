import { useInfiniteQuery } from '@tanstack/react-query';
import type { Reflection } from '@twicewise/contract';
import { useEffect, useRef } from 'react';
import { useClient } from '../../data/client.ts';
import { writesTouching } from '../../data/queries/writes.ts';
import { Editing } from '../../panes/Editing.tsx';
import type { Drafts } from '../../state/drafts.tsx';
import { startDraft } from '../../state/lesson-draft.ts';
import { review } from '../../strings/today.ts';

interface EditingPaneProps {
  lesson: Reflection;
  drafts: Drafts;
  /** Reads the drafts again. */
  onRead: () => void;
  /** Called with the saved lesson, which can now be accepted. */
  onSaved: (lesson: Reflection) => void;
  onEnd: () => void;
}

/** A draft in the usual form of a lesson; saving accepts it. */
export function EditingPane({ lesson, drafts, onRead, onSaved, onEnd }: EditingPaneProps) {
  const history = useInfiniteQuery(writesTouching(useClient(), lesson.id));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('textarea')?.focus(), []);
  return (
    <div ref={place} className="@container flex min-h-0 grow flex-col">
      <Editing
        lesson={lesson}
        draft={drafts.get(lesson.id) ?? startDraft(lesson)}
        drafts={drafts}
        operations={history.data?.pages.flatMap(({ items }) => items) ?? []}
        saveLabel={review.saveAndAccept}
        onRead={onRead}
        onSaved={onSaved}
        onEnd={onEnd}
      />
    </div>
  );
}
