import { useQuery } from '@tanstack/react-query';
import type { Envelope, SavedView } from '@twicewise/contract';
import { useClient } from '../../data/client.ts';
import { EMPTY_VIEW, type LessonsView, parseSearch, readView, stringifySearch } from '../../data/lessons-view.ts';
import { savedViews } from '../../data/queries/views.ts';
import { SavedViews } from '../../groups/Facets/SavedViews.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { QueryFailure } from '../QueryFailure.tsx';
import type { ChangeView } from './use-view.ts';

/** A view as its query, without what is open in it. */
function queryOf(view: LessonsView): string {
  // Reading it again puts its parts in a fixed order.
  const { lesson: _lesson, new: _new, ...shown } = readView({ ...view });
  return stringifySearch({ ...shown }).slice(1);
}

/** The query in the format of this version. */
const asWritten = ({ query }: SavedView) => queryOf(readView(parseSearch(query)));

const failureOf = (answer: Envelope<unknown>) => (answer.ok ? null : answer.error);

/** The saved views of this screen; each change to them can be undone. */
export function SavedViewsPane({ view, change }: { view: LessonsView; change: ChangeView }) {
  const { run, attempt } = useCommands();
  const query = useQuery(savedViews(useClient()));
  const { done, failed } = strings.views;
  if (!query.data) return query.error ? <QueryFailure title={failed} query={query} /> : null;
  const now = queryOf(view);
  return (
    <SavedViews
      views={query.data}
      current={query.data.find((saved) => asWritten(saved) === now)?.id}
      canSave={now !== ''}
      onOpen={(saved) => change({ ...EMPTY_VIEW, ...readView(parseSearch(asWritten(saved))) })}
      onSave={async (name) =>
        failureOf(await attempt('view.save', { name, screen: 'lessons', query: now }, done.saved(name)))
      }
      onRename={async ({ id }, name) => failureOf(await attempt('view.rename', { id, name }, done.renamed(name)))}
      onReplace={({ id, name }) => void run('view.save', { id, query: now }, done.saved(name))}
      onDelete={({ id, name }) => void run('view.delete', { id }, done.deleted(name))}
    />
  );
}
