import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type LessonsView, patchView, type ViewPatch } from '../../data/lessons-view.ts';

/** A pause of this length while typing is long enough to look. */
const TYPING_MS = 80;

/** Changes the view. Steps through the list replace the link; everything else can be gone back from. */
export type ChangeView = (patch: ViewPatch, options?: { replace?: boolean }) => void;

/** The view as the link says it, and a way to change it. */
export function useView(): [LessonsView, ChangeView] {
  const view = useSearch({ from: '/lessons' });
  const navigate = useNavigate({ from: '/lessons' });
  const change = useCallback<ChangeView>(
    (patch, { replace = false } = {}) => void navigate({ search: (current) => patchView(current, patch), replace }),
    [navigate],
  );
  return [view, change];
}

/** The words in the search field. */
export interface Words {
  typed: string;
  /** As typed; the link follows a moment after the last key. */
  type: (words: string) => void;
  /** Puts them into the link now. */
  send: () => void;
  /** The link has other words as yet. */
  pending: boolean;
}

/** The words in the search field: typed at once, in the link a moment after the last key. */
export function useWords(view: LessonsView, change: ChangeView): Words {
  const inLink = view.q ?? '';
  const [typed, type] = useState(inLink);
  const sent = useRef(inLink);

  useEffect(() => {
    // The link moved without us: back button, cleared filters.
    if (inLink !== sent.current) type(inLink);
    sent.current = inLink;
  }, [inLink]);
  const send = useCallback(() => {
    if (typed === sent.current) return;
    sent.current = typed;
    // Whether hardly relevant ones are shown was chosen for the words before.
    change({ q: typed, weak: undefined }, { replace: true });
  }, [typed, change]);
  useEffect(() => {
    const timer = setTimeout(send, TYPING_MS);
    return () => clearTimeout(timer);
  }, [send]);
  return { typed, type, send, pending: typed !== inLink };
}
