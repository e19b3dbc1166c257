import { useQuery } from '@tanstack/react-query';
import type { Envelope, SavedView } from '@twicewise/contract';
import { useClient } from '../../data/client.ts';
import { EMPTY_VIEW, type LessonsView, queryOfView, viewOfQuery } from '../../data/lessons-view.ts';
import { savedViews } from '../../data/queries/views.ts';
import { SavedViews } from '../../groups/Facets/SavedViews.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { QueryFailure } from '../QueryFailure.tsx';
import type { ChangeView } from './use-view.ts';

/** The query in the format of this version. */
const asWritten = ({ query }: SavedView) => queryOfView(viewOfQuery(query));

const failureOf = (answer: Envelope<unknown>) => (answer.ok ? null : answer.error);

/** The saved views of this screen; each change to them can be undone. */
export function SavedViewsPane({ view, change }: { view: LessonsView; change: ChangeView }) {
  const { run, attempt } = useCommands();
  const query = useQuery(savedViews(useClient()));
  const { done, failed } = strings.views;
  if (!query.data) return query.error ? <QueryFailure title={failed} query={query} /> : null;
  const now = queryOfView(view);
  return (
    <SavedViews
      views={query.data}
      current={query.data.find((saved) => asWritten(saved) === now)?.id}
      canSave={now !== ''}
      onOpen={(saved) => change({ ...EMPTY_VIEW, ...viewOfQuery(asWritten(saved)) })}
      onSave={async (name) =>
        failureOf(await attempt('view.save', { name, screen: 'lessons', query: now }, done.saved(name)))
      }
      onRename={async ({ id }, name) => failureOf(await attempt('view.rename', { id, name }, done.renamed(name)))}
      onReplace={({ id, name }) => void run('view.save', { id, query: now }, done.saved(name))}
      onDelete={({ id, name }) => void run('view.delete', { id }, done.deleted(name))}
    />
  );
}
