import { isId, MAX_SELECTED_IDS } from '@twicewise/contract';
import { type ComponentProps, useState } from 'react';
import { onDemand } from '../../elements/OnDemand/on-demand.tsx';
import { useLoadSoon } from '../../elements/OnDemand/use-load-soon.ts';
import { useAction } from '../../state/action-registry.tsx';
import { strings } from '../../strings.ts';
import type { SessionsDoing } from './BulkSessionsPane.tsx';

const { whyNot } = strings;

const load = async () => (await import('./BulkSessionsPane.tsx')).BulkSessionsPane;
const Pane = onDemand(load);

/** Loads it after the list is drawn, so that it is there with the first session that is selected. */
export function useBulkSessionsSoon(): void {
  useLoadSoon(load);
}

type BulkProps = Omit<ComponentProps<typeof Pane>, 'doing'>;

/** While sessions are selected, the keys for one session act on all of them. */
function useBulkKeys({ view, selecting }: BulkProps, begin: (doing: SessionsDoing) => void): void {
  const { selection, count } = selecting;
  const able = selection.all || count <= MAX_SELECTED_IDS || whyNot.tooMany;
  const { bin } = view;
  useAction('delete', () => begin('delete'), bin ? whyNot.inBin : able);
  useAction('restore', () => begin('restore'), bin ? able : whyNot.notInBin);
  const hasLogs = [...selection.ids].some((id) => isId('episode', id));
  useAction('purge', () => begin('purge'), bin === true && hasLogs && able === true);
}

/** What can be done to the selected sessions. Its keys work before it is loaded. */
export function LateBulkSessions(props: BulkProps) {
  const doing = useState<SessionsDoing>(null);
  useBulkKeys(props, doing[1]);
  return <Pane {...props} doing={doing} />;
}
