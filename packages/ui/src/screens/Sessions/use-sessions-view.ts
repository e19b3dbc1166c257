import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { patchSessions, readSessions, type SessionsPatch, type SessionsView } from '../../data/sessions-view.ts';
import { useLatest, useSteps } from '../../lists/use-steps.ts';
import { useIsOn } from '../../state/paced-history.ts';

/** The link and the list follow typing after this pause, in milliseconds, because each search reads every record. */
const LINK_MS = 200;

/** Changes the view. Steps through the list replace the link; all other changes add a history entry. */
export type ChangeSessions = (patch: SessionsPatch, options?: { replace?: boolean }) => void;

/** The changes made in this window that the link does not contain yet. */
function unsaid(patch: SessionsPatch, words: string | undefined, ahead: string | undefined): SessionsPatch {
  return {
    ...(words === undefined || 'q' in patch ? {} : { q: words }),
    ...(ahead === undefined || 'episode' in patch ? {} : { episode: ahead }),
  };
}

/** The shown view, functions to change it (`step` and `choose` open a session), and the words in the search field. */
export function useSessionsView() {
  const link: SessionsView = useSearch({ from: '/sessions' });
  const navigate = useNavigate({ from: '/sessions' });
  const isOn = useIsOn('/sessions');
  const router = useRouter();
  // From the link as it is by now: it may have changed since the last render.
  const hrefOf = (episode: string) =>
    router.buildLocation({
      to: '/sessions',
      search: patchSessions(readSessions(router.latestLocation.search), { episode }),
    }).href;
  const steps = useSteps(link.episode, hrefOf);
  const { ahead, step } = steps;
  const led = useLatest(steps.led);
  const view = useMemo(() => (ahead === undefined ? link : patchSessions(link, { episode: ahead })), [link, ahead]);

  const inLink = link.q ?? '';
  const [typed, setTyped] = useState(inLink);
  // What this field last wrote to the link, and what the link contained when it was last read.
  const [sent, setSent] = useState(inLink);
  const [seen, setSeen] = useState(inLink);
  if (inLink !== seen) {
    setSeen(inLink);
    // Something else changed the link: the back button, or a link that was opened.
    if (inLink !== sent) {
      setTyped(inLink);
      setSent(inLink);
    }
  }
  const change = useCallback<ChangeSessions>(
    (patch, { replace = false } = {}) => {
      if (replace && !isOn()) return;
      const whole = { ...unsaid(patch, typed === sent ? undefined : typed, ahead), ...patch };
      if ('q' in whole) {
        setTyped(whole.q ?? '');
        setSent(whole.q ?? '');
      }
      if ('episode' in whole) led.current(whole.episode, 'episode' in patch && !replace);
      void navigate({ search: (current) => patchSessions(current, whole), replace });
    },
    [typed, sent, ahead, led, navigate, isOn],
  );
  useEffect(() => {
    if (typed === sent) return;
    const timer = setTimeout(() => change({}, { replace: true }), LINK_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, change]);

  const choose = (episode: string) => (view.episode === episode ? steps.keep() : change({ episode }));
  return { view, change, step, choose, words: { typed, type: setTyped, pending: typed !== inLink } };
}
