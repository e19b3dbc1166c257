import { Button } from '../elements/Button/Button.tsx';
import { useActionRunner } from '../state/action-registry.tsx';
import { ACTIONS } from '../state/actions.ts';

/** Buttons on a screen that shows nothing yet, to where its content comes from. */
export function WaysToAdd() {
  const { run } = useActionRunner();
  return (['importPastSessions', 'connectAgent'] as const).map((id) => (
    <Button key={id} onClick={() => run(id)}>
      {ACTIONS[id].title}
    </Button>
  ));
}
