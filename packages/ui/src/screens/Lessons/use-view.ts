import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type LessonsView, patchView, type ViewPatch } from '../../data/lessons-view.ts';
import { useLatest, useSteps } from '../../lists/use-steps.ts';
import { nextQuestion } from './asking.ts';

/** The link follows what is typed after a pause of this length: browsers refuse to change it at every key. */
const LINK_MS = 200;

/** Changes the view. Steps through the list replace the link; everything else can be gone back from. */
export type ChangeView = (patch: ViewPatch, options?: { replace?: boolean }) => void;

/** Steps to a lesson by key: many may come in a moment. */
export type StepTo = (lessonId: string) => void;

/** The view as the link says it, and a way to change it. */
function useLink(): [LessonsView, ChangeView] {
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
  type: (words: string) => void;
  /** The list is not yet asked for what is typed. */
  pending: boolean;
  /** The last key was a moment ago; more are likely to come. */
  typing: boolean;
  /** To be told with each draw whether an answer is on its way; what is typed is asked for as soon as none is. */
  setAnswering: (answering: boolean) => void;
}

/** Words that are typed ride along with any other change of the link, so that it never names older ones. */
function withWords(patch: ViewPatch, typed: string, inLink: string): ViewPatch {
  return typed === inLink || 'q' in patch ? patch : { q: typed, weak: undefined, ...patch };
}

/** So does the lesson that was stepped to. */
function withStep(patch: ViewPatch, ahead: string | undefined): ViewPatch {
  return ahead === undefined || 'lesson' in patch ? patch : { lesson: ahead, ...patch };
}

/** The view that is shown, ways to change it (`step` and `choose` open a lesson), and the words in the search field, which run ahead of the link. */
export function useView() {
  const [inHistory, changeLink] = useLink();
  const router = useRouter();
  const hrefOf = (lesson: string) =>
    router.buildLocation({ to: '/lessons', search: patchView(inHistory, { lesson }) }).href;
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
  // What this field put into the link last, and what the link had when it was looked at last.
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
      // What is typed is asked for in its own time, whatever the link says.
      else if ('q' in whole) setSent(typed);
      if ('lesson' in whole) led.current(whole.lesson, 'lesson' in patch && !options?.replace);
      changeLink(whole, options);
    },
    [typed, sent, ahead, led, changeLink, settle],
  );
  if (inLink !== seen) {
    setSeen(inLink);
    // The link moved without us: back button, a link that was opened. At once, so that no draw shows another list.
    if (inLink !== sent) settle(inLink);
  }
  useEffect(() => {
    if (typed === sent) return;
    const timer = setTimeout(() => change({}, { replace: true }), LINK_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, change]);

  // Whether hardly relevant ones are shown was chosen for the words before.
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
  // With the key itself, not after the next draw: a question then leaves in the same moment.
  const type = useCallback((words: string) => {
    setTyped(words);
    setAsked((last) => nextQuestion(words, last, answering.current));
  }, []);
  const words = { typed, type, pending: typed !== asked, typing: typed !== inLink, setAnswering };
  const choose = (lesson: string) => (link.lesson === lesson ? steps.keep() : change({ lesson }));
  return { view, change, step, choose, words };
}
