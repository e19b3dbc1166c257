import { useQuery } from '@tanstack/react-query';
import { useClient } from '../data/client.ts';
import { sessionCount } from '../data/queries/episodes.ts';
import { Button } from '../elements/Button/Button.tsx';
import { useActionRunner } from '../state/action-registry.tsx';
import { ACTIONS, type ActionId } from '../state/actions.ts';

const FIRST = ['importPastSessions', 'connectAgent'] as const;
/** Where lessons are missing: to look at the sessions, and to write down what they taught. */
export const BESIDE_SESSIONS = ['sessions', 'create', 'connectAgent'] as const;

interface WaysToAddProps {
  /** The ways where sessions are there already; without them the same ways as where none are. */
  beside?: readonly ActionId[];
}

/** Buttons on a screen that shows nothing yet, to where its content comes from. */
export function WaysToAdd({ beside = FIRST }: WaysToAddProps) {
  const { run } = useActionRunner();
  const { data: sessions = 0, isPending } = useQuery(sessionCount(useClient(), undefined));
  // Other buttons would take their place below the pointer.
  if (isPending && beside !== FIRST) return null;
  return (sessions > 0 ? beside : FIRST).map((id) => (
    <Button key={id} onClick={() => run(id)}>
      {ACTIONS[id].title}
    </Button>
  ));
}
