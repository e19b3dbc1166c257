import { useCallback, useEffect, useState } from 'react';
import { type Draft, stagedFields } from '../../groups/LessonForm/draft.ts';

/** Edits that are not saved, by lesson. They stay while other lessons are looked at. */
export interface Drafts {
  get: (id: string) => Draft | undefined;
  put: (id: string, draft: Draft) => void;
  drop: (id: string) => void;
  /** Lessons with at least one changed field. */
  edited: ReadonlySet<string>;
}

/** Keeps drafts, and asks before the window is closed over one. */
export function useDrafts(): Drafts {
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map());
  const edited = new Set([...drafts].filter(([, draft]) => stagedFields(draft).length > 0).map(([id]) => id));
  const unsaved = edited.size > 0;

  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);

  const put = useCallback((id: string, draft: Draft) => setDrafts((old) => new Map(old).set(id, draft)), []);
  const drop = useCallback((id: string) => setDrafts((old) => new Map([...old].filter(([other]) => other !== id))), []);
  return { get: (id) => drafts.get(id), put, drop, edited };
}
