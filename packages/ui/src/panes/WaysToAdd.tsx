import { useQuery } from '@tanstack/react-query';
import { useClient } from '../data/client.ts';
import { sessionCount } from '../data/queries/episodes.ts';
import { Button } from '../elements/Button/Button.tsx';
import { useActionRunner } from '../state/action-registry.tsx';
import { ACTIONS } from '../state/actions.ts';

const FIRST = ['importPastSessions', 'connectAgent'] as const;
/** Where sessions are there already: to look at them, and to write down what they taught. */
const BESIDE_SESSIONS = ['sessions', 'create', 'connectAgent'] as const;

/** Buttons on a screen that shows nothing yet, to where its content comes from. */
export function WaysToAdd() {
  const { run } = useActionRunner();
  const { data: sessions = 0 } = useQuery(sessionCount(useClient(), undefined));
  return (sessions > 0 ? BESIDE_SESSIONS : FIRST).map((id) => (
    <Button key={id} onClick={() => run(id)}>
      {ACTIONS[id].title}
    </Button>
  ));
}
