import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type LessonsView, patchView, type ViewPatch } from '../../data/lessons-view.ts';

const TYPING_MS = 120;

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

/** The words in the filter field: typed at once, in the link a moment after the last key. */
export function useWords(view: LessonsView, change: ChangeView): [string, (words: string) => void] {
  const inLink = view.q ?? '';
  const [words, setWords] = useState(inLink);
  const sent = useRef(inLink);

  useEffect(() => {
    // The link moved without us: back button, a cleared chip.
    if (inLink !== sent.current) setWords(inLink);
    sent.current = inLink;
  }, [inLink]);
  useEffect(() => {
    if (words === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = words;
      change({ q: words }, { replace: true });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [words, change]);
  return [words, setWords];
}
