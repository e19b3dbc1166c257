import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { readToday } from '../../data/today-view.ts';
import { usePacedHistory } from '../../state/paced-history.ts';
import type { Queue } from './use-queue.ts';

/**
 * Keeps the current draft in the link, so that it is still current after a visit to another screen. For a draft in a link, pages
 * are read until it is found, there are no more, or the person moves on.
 */
export function usePlaceInLink({ ready, drafts, current, wanted, hasMore, readMore, goTo }: Queue): void {
  const { draft } = useSearch({ from: '/today' });
  const { project } = useSearch({ from: '/today' });
  const router = useRouter();
  const history = usePacedHistory();
  const [sought, setSought] = useState(draft);
  // What the link contained when it was last read, and what was written to it since; keys may be faster than the link.
  const seen = useRef(draft);
  const given = useRef<(string | undefined)[]>([]);

  useEffect(() => {
    if (draft === seen.current) return;
    seen.current = draft;
    const at = given.current.indexOf(draft);
    if (at >= 0) return void given.current.splice(0, at + 1);
    if (draft === undefined) return;
    // A link was opened, or the back button was pressed.
    goTo(draft);
    setSought(draft);
  }, [draft, goTo]);

  const id = current?.id;
  useEffect(() => {
    if (!ready) return;
    if (sought !== undefined) {
      const found = drafts.some((other) => other.id === sought);
      if (!found && hasMore && wanted === sought) return readMore();
      return setSought(undefined);
    }
    const last = given.current.length > 0 ? given.current.at(-1) : seen.current;
    if (id === last) return;
    given.current.push(id);
    const { href } = router.buildLocation({ to: '/today', search: readToday({ project, draft: id }) });
    history.replaceSoon(href);
  }, [ready, drafts, sought, wanted, hasMore, readMore, id, project, router, history]);
}
