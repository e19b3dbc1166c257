import type { Envelope, Failure } from '@twicewise/contract';
import { useState } from 'react';

/** How it goes with a change that was previewed and is to be done. */
interface Previewed {
  busy: boolean;
  /** What is changed was changed by somebody else since the preview, which is a new one now. */
  conflict: boolean;
  /** Why it was refused otherwise. */
  failure: Failure | null;
}

const CALM: Previewed = { busy: false, conflict: false, failure: null };

/**
 * Does exactly what was previewed. If somebody was faster, that is no failure: what it would do now is read again and
 * shown, and asked for again.
 */
export function usePreviewed(preview: { refetch: () => Promise<unknown> }) {
  const [state, setState] = useState(CALM);
  const send = async <V>(change: () => Promise<Envelope<V>>, onDone: (value: V) => void) => {
    if (state.busy) return;
    setState({ ...CALM, busy: true });
    const answer = await change();
    if (answer.ok) return onDone(answer.value);
    const conflict = answer.error.reason === 'changed_since';
    if (conflict) await preview.refetch();
    setState({ busy: false, conflict, failure: conflict ? null : answer.error });
  };
  return { state, send };
}
