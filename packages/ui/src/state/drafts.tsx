import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { type Content, type Draft, stagedFields, startDraft } from './lesson-draft.ts';

/** Unsaved edits by lesson. They are kept until they are saved or discarded, whatever else is opened. */
export interface Drafts {
  get: (id: string) => Draft | undefined;
  put: (id: string, draft: Draft) => void;
  /** Discards the edit. */
  drop: (id: string) => void;
  /** Lessons with at least one changed field. */
  edited: ReadonlySet<string>;
  /** Whether the lesson is shown as a form; an edit may also be kept while the lesson is shown for reading. */
  isOpen: (id: string) => boolean;
  /** Shows the lesson as a form, with its earlier edit. */
  open: (lesson: { id: string } & Content) => void;
  /** Shows the lesson for reading again. Changes are kept; a form without changes leaves nothing. */
  close: (id: string) => void;
  /** Closes the unchanged forms of other lessons. */
  tidy: (current: string | undefined) => void;
}

interface Kept {
  readonly drafts: ReadonlyMap<string, Draft>;
  readonly open: ReadonlySet<string>;
}

const DraftsContext = createContext<Drafts | null>(null);

const isChanged = (draft: Draft | undefined) => draft !== undefined && stagedFields(draft).length > 0;

function without({ drafts, open }: Kept, goes: (id: string) => boolean): Kept {
  return {
    drafts: new Map([...drafts].filter(([id]) => !goes(id))),
    open: new Set([...open].filter((id) => !goes(id))),
  };
}

function closed(kept: Kept, id: string): Kept {
  const { drafts, open } = kept;
  if (!isChanged(drafts.get(id))) return without(kept, (other) => other === id);
  return { drafts, open: new Set([...open].filter((other) => other !== id)) };
}

type SetKept = (change: (old: Kept) => Kept) => void;

/** The functions that change the edits; they are stable. */
function changesBy(setKept: SetKept): Pick<Drafts, 'put' | 'drop' | 'open' | 'close' | 'tidy'> {
  return {
    put: (id, draft) => setKept((old) => ({ ...old, drafts: new Map(old.drafts).set(id, draft) })),
    drop: (id) => setKept((old) => without(old, (other) => other === id)),
    open: (lesson) =>
      setKept((old) => ({
        drafts: new Map(old.drafts).set(lesson.id, old.drafts.get(lesson.id) ?? startDraft(lesson)),
        open: new Set([...old.open, lesson.id]),
      })),
    close: (id) => setKept((old) => closed(old, id)),
    tidy: (current) =>
      setKept((old) => {
        const idle = (id: string) => id !== current && !isChanged(old.drafts.get(id));
        return [...old.drafts.keys()].some(idle) ? without(old, idle) : old;
      }),
  };
}

/** Holds edits above the screens, so that switching screens loses none, and asks before the window is closed. */
export function DraftsProvider({ children }: { children: ReactNode }) {
  const [kept, setKept] = useState<Kept>({ drafts: new Map(), open: new Set() });
  const changes = useMemo(() => changesBy(setKept), []);
  const value = useMemo<Drafts>(() => {
    const { drafts, open } = kept;
    const edited = new Set([...drafts].filter(([, draft]) => isChanged(draft)).map(([id]) => id));
    return { ...changes, edited, get: (id) => drafts.get(id), isOpen: (id) => open.has(id) };
  }, [kept, changes]);
  const unsaved = value.edited.size > 0;

  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);

  return <DraftsContext value={value}>{children}</DraftsContext>;
}

/** The unsaved edits of this window. */
export function useDrafts(): Drafts {
  const drafts = useContext(DraftsContext);
  if (!drafts) throw new Error('No <DraftsProvider> above this component.');
  return drafts;
}
