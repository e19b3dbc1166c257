import type { Envelope, Failure } from '@twicewise/contract';
import { useState } from 'react';

/** The state of a previewed change. */
interface Previewed {
  busy: boolean;
  /** True when somebody changed the records since the preview, which has been read again. */
  conflict: boolean;
  /** Why the change was refused, for any other reason. */
  failure: Failure | null;
}

const CALM: Previewed = { busy: false, conflict: false, failure: null };

/**
 * Does exactly what was previewed. If somebody changed the records first, that is not a failure: a new preview is read and must
 * be confirmed again.
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
