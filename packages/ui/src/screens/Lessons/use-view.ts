import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type LessonsView, patchView, readView, type ViewPatch } from '../../data/lessons-view.ts';
import { nextQuestion } from '../../data/next-question.ts';
import { useLatest, useSteps } from '../../lists/use-steps.ts';
import { useIsOn } from '../../state/paced-history.ts';

/** The link follows typing after this pause, in milliseconds, because browsers limit how often it may change. */
const LINK_MS = 200;

/** Changes the view. Steps through the list replace the link; all other changes add a history entry. */
export type ChangeView = (patch: ViewPatch, options?: { replace?: boolean }) => void;

/** Steps to a lesson by key; many steps may come within a moment. */
export type StepTo = (lessonId: string) => void;

/** The view according to the link, and a function to change it. */
function useLink(): [LessonsView, ChangeView] {
  const view = useSearch({ from: '/lessons' });
  const navigate = useNavigate({ from: '/lessons' });
  const isOn = useIsOn('/lessons');
  const change = useCallback<ChangeView>(
    (patch, { replace = false } = {}) => {
      // What is replaced on another screen would be the link that a person has just followed.
      if (replace && !isOn()) return;
      void navigate({ search: (current) => patchView(current, patch), replace });
    },
    [navigate, isOn],
  );
  return [view, change];
}

/** The words in the search field. */
export interface Words {
  typed: string;
  type: (words: string) => void;
  /** True when the list has not been asked for what is typed yet. */
  pending: boolean;
  /** True shortly after a key, when more are likely to come. */
  typing: boolean;
  /** Must be told with each render whether an answer is pending; what is typed is asked for as soon as none is. */
  setAnswering: (answering: boolean) => void;
}

/** Adds the typed words to any other change of the link, so that it never contains older ones. */
function withWords(patch: ViewPatch, typed: string, inLink: string): ViewPatch {
  return typed === inLink || 'q' in patch ? patch : { q: typed, weak: undefined, ...patch };
}

/** Adds the lesson that was stepped to, for the same reason. */
function withStep(patch: ViewPatch, ahead: string | undefined): ViewPatch {
  return ahead === undefined || 'lesson' in patch ? patch : { lesson: ahead, ...patch };
}

/**
 * The shown view, functions to change it (`step` and `choose` open a lesson), and the words in the search field, which may be
 * ahead of the link.
 */
export function useView() {
  const [inHistory, changeLink] = useLink();
  const router = useRouter();
  // From the link as it is by now: it may have changed since the last render.
  const hrefOf = (lesson: string) =>
    router.buildLocation({ to: '/lessons', search: patchView(readView(router.latestLocation.search), { lesson }) })
      .href;
  const steps = useSteps(inHistory.lesson, hrefOf);
  const { ahead, step } = steps;
  const led = useLatest(steps.led);
  const link = useMemo(
    () => (ahead === undefined ? inHistory : patchView(inHistory, { lesson: ahead })),
    [inHistory, ahead],
  );
  const inLink = link.q ?? '';
  const [typed, setTyped] = useState(inLink);
  const [asked, setAsked] = useState(inLink);
  // What this field last wrote to the link, and what the link contained when it was last read.
  const [sent, setSent] = useState(inLink);
  const [seen, setSeen] = useState(inLink);
  const answering = useRef(false);

  const settle = useCallback((words: string) => {
    setTyped(words);
    setAsked(words);
    setSent(words);
  }, []);
  const change = useCallback<ChangeView>(
    (patch, options) => {
      const whole = withStep(withWords(patch, typed, sent), ahead);
      if ('q' in patch) settle(patch.q ?? '');
      // What is typed becomes a question at its own time, whatever the link says.
      else if ('q' in whole) setSent(typed);
      if ('lesson' in whole) led.current(whole.lesson, 'lesson' in patch && !options?.replace);
      changeLink(whole, options);
    },
    [typed, sent, ahead, led, changeLink, settle],
  );
  if (inLink !== seen) {
    setSeen(inLink);
    // Something else changed the link: the back button, or a link that was opened. Applied at once, so that no render shows
    // another list.
    if (inLink !== sent) settle(inLink);
  }
  useEffect(() => {
    if (typed === sent) return;
    const timer = setTimeout(() => change({}, { replace: true }), LINK_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, change]);

  // The choice to show hardly relevant lessons was made for the previous words.
  const view = useMemo(
    () => (asked === inLink ? link : patchView(link, { q: asked, weak: undefined })),
    [link, inLink, asked],
  );
  const setAnswering = useCallback(
    (now: boolean) => {
      answering.current = now;
      setAsked((last) => nextQuestion(typed, last, now));
    },
    [typed],
  );
  // Runs with the key itself, not after the next render, so that the question is sent at once.
  const type = useCallback((words: string) => {
    setTyped(words);
    setAsked((last) => nextQuestion(words, last, answering.current));
  }, []);
  const words = { typed, type, pending: typed !== asked, typing: typed !== inLink, setAnswering };
  const choose = (lesson: string) => (link.lesson === lesson ? steps.keep() : change({ lesson }));
  return { view, change, step, choose, words };
}
