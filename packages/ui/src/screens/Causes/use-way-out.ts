import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useAction } from '../../state/action-registry.tsx';

type Part = RefObject<HTMLElement | null>;

/** Whether words are typed into a field of the question. */
const isTypedInto = (form: Part) => form.current?.querySelector('input:focus') != null;

/**
 * The ways from the field of a question to its answer: Escape, and asking, once something is found. Where nothing is, other words are
 * typed next, so the field keeps the focus; so it does for somebody who types on while the answer is on its way.
 */
export function useWayOut(isAsked: boolean, form: Part, answer: Part) {
  const [isTyping, setTyping] = useState(false);
  const isAwaited = useRef(isAsked);
  /** Whether the answer that is shown found something; null until it is there. */
  const found = useRef<boolean | null>(null);
  const ways = useMemo(() => {
    const toAnswer = () => answer.current?.focus({ preventScroll: true });
    return {
      toAnswer,
      onAsked: (isSame: boolean) => {
        if (!isSame) found.current = null;
        isAwaited.current = found.current === null;
        if (found.current) toAnswer();
      },
      onAnswered: (isFound: boolean) => {
        found.current = isFound;
        const leads = isAwaited.current && isFound && isTypedInto(form);
        isAwaited.current = false;
        if (leads) toAnswer();
      },
      onType: () => {
        isAwaited.current = false;
      },
    };
  }, [form, answer]);
  useAction('leaveField', () => (isTypedInto(form) ? ways.toAnswer() : false), isTyping);
  useEffect(() => {
    // In the whole page: a field that gives way to its node is gone without having lost the focus.
    const note = () => setTyping(isTypedInto(form));
    note();
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', note);
    };
  }, [form]);
  return ways;
}
