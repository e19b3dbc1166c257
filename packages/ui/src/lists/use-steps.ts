import { useEffect, useRef, useState } from 'react';
import { usePacedHistory } from '../state/paced-history.ts';

/** Steps from one record to the next beside a list. */
export interface Steps {
  /** The record that was stepped to, while the link does not contain it yet. */
  ahead: string | undefined;
  step: (id: string) => void;
  /** Treats the record that was stepped to as chosen. */
  keep: () => void;
  /** Must be called before the link changes to this record. `chosen` is true when the person chose it, and false for a step. */
  led: (id: string | undefined, chosen: boolean) => void;
}

/**
 * Steps run ahead of the link, which follows at its own pace. Steps in a row share one history entry. A record that the person
 * opened keeps its own entry: the first step away from it starts another.
 */
export function useSteps(open: string | undefined, hrefOf: (id: string) => string): Steps {
  const history = usePacedHistory();
  const [ahead, setAhead] = useState<string>();
  const [seen, setSeen] = useState(open);
  const given = useRef<(string | undefined)[]>([]);
  // The record that a screen shows at first was not chosen by the person.
  const passing = useRef(true);

  if (open !== seen) {
    setSeen(open);
    if (open === ahead || !given.current.includes(open)) setAhead(undefined);
  }
  useEffect(() => {
    const at = given.current.indexOf(open);
    if (at < 0 && given.current.length > 0) given.current = [];
    else given.current.splice(0, at);
  }, [open]);
  useEffect(
    () =>
      history.subscribe(({ action }) => {
        if (action.type !== 'PUSH' && action.type !== 'REPLACE') passing.current = false;
      }),
    [history],
  );

  const step = (id: string) => {
    const href = hrefOf(id);
    if (!history.isOn(href)) return;
    given.current.push(id);
    setAhead(id);
    if (!passing.current) history.push(href);
    else history.replaceSoon(href);
    passing.current = true;
  };
  const led = (id: string | undefined, chosen: boolean) => {
    if (chosen) passing.current = false;
    given.current.push(id);
    setAhead(id === open ? undefined : id);
  };
  const keep = () => {
    passing.current = false;
  };
  return { ahead, step, keep, led };
}

/** The value at the last render. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
