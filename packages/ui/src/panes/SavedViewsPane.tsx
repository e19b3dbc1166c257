import { useQuery } from '@tanstack/react-query';
import type { Envelope } from '@twicewise/contract';
import { useClient } from '../data/client.ts';
import { savedViews } from '../data/queries/views.ts';
import type { SavedScreen } from '../data/saved-views.ts';
import { SavedViews } from '../groups/Facets/SavedViews.tsx';
import { QueryFailure } from '../groups/QueryFailure/QueryFailure.tsx';
import { useCommands } from '../state/commands.tsx';
import { useSaveView, whyNotSaved } from '../state/save-view.ts';
import { strings } from '../strings.ts';

const { done, failed } = strings.views;

const failureOf = (answer: Envelope<unknown>) => (answer.ok ? null : answer.error);

interface SavedViewsPaneProps {
  screen: SavedScreen;
  /** What is shown, as a query; empty where nothing narrows or orders it. */
  now: string;
  onOpen: (query: string) => void;
}

/** The saved views of a screen; each change to them can be undone. */
export function SavedViewsPane({ screen, now, onOpen }: SavedViewsPaneProps) {
  const { run, attempt } = useCommands();
  const shown = { screen, query: now };
  const save = useSaveView(shown);
  const query = useQuery(savedViews(useClient()));
  if (!query.data) return query.error ? <QueryFailure title={failed} query={query} /> : null;
  const views = query.data.filter((saved) => saved.screen === screen);
  return (
    <SavedViews
      views={views}
      current={views.find((saved) => saved.query === now)?.id}
      whyNot={whyNotSaved(shown, views)}
      onOpen={(saved) => onOpen(saved.query)}
      onSave={save}
      onRename={async ({ id }, name) => failureOf(await attempt('view.rename', { id, name }, done.renamed(name)))}
      onReplace={({ id, name }) => void run('view.save', { id, query: now }, done.saved(name))}
      onDelete={({ id, name }) => void run('view.delete', { id }, done.deleted(name))}
    />
  );
}
