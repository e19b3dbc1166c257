import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { readToday } from '../../data/today-view.ts';
import { OwnLinks } from '../../state/own-links.ts';
import { usePacedHistory } from '../../state/paced-history.ts';
import type { Queue } from './use-queue.ts';

/**
 * Keeps the current draft in the link, so that it is still current after a visit to another screen. For a draft in a link, pages
 * are read until it is found, there are no more, or the person moves on.
 */
export function usePlaceInLink({ ready, drafts, current, wanted, hasMore, readMore, goTo }: Queue): void {
  const { draft } = useSearch({ from: '/today' });
  const router = useRouter();
  const history = usePacedHistory();
  const [sought, setSought] = useState(draft);
  const links = useRef(new OwnLinks(draft));

  useEffect(() => {
    if (!links.current.noteHeld(draft) || draft === undefined) return;
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
    if (!links.current.noteWritten(id)) return;
    // From the link as it is by now: it may have changed since the last render.
    const search = readToday({ ...router.latestLocation.search, draft: id });
    const { href } = router.buildLocation({ to: '/today', search });
    history.replaceSoon(href);
  }, [ready, drafts, sought, wanted, hasMore, readMore, id, router, history]);
}
