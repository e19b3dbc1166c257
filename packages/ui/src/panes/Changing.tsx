import { useQuery } from '@tanstack/react-query';
import type { LessonChange, OutputOf } from '@twicewise/contract';
import { useClient } from '../data/client.ts';
import { projectsApart } from '../data/project-label.ts';
import { changePreview, type ManyLessons } from '../data/queries/changes.ts';
import { projectList } from '../data/queries/projects.ts';
import { BulkPreview } from '../groups/Bulk/BulkPreview.tsx';
import type { RowLines } from '../groups/LessonList/lead.ts';
import { QueryFailure } from '../groups/QueryFailure/QueryFailure.tsx';
import { useCommands } from '../state/commands.tsx';
import { strings } from '../strings.ts';
import { usePreviewed } from './use-previewed.ts';

const words = strings.bulk;

interface ChangingProps {
  selection: ManyLessons;
  change: LessonChange;
  /** The name of the change, where it has one besides its usual name. */
  name?: string;
  /** What the preview begins with, where that says more than the name. */
  heading?: string;
  /** What tells the lessons of the list apart. */
  lines?: ReadonlyMap<string, RowLines>;
  /** The ids of the list, in its order. */
  order?: readonly string[];
  /** Called when it is done, or with the job that goes on with it. */
  onDone: (done: OutputOf<'reflection.changeMany'>) => void;
  onCancel: () => void;
}

/** Previews a change of many lessons, and then makes exactly that change. */
export function Changing({ selection, change, name: given, heading, lines, order, onDone, onCancel }: ChangingProps) {
  const client = useClient();
  const { attempt } = useCommands();
  const { data: projects = [] } = useQuery(projectList(client));
  const query = useQuery(changePreview(client, { selection, change }));
  const { state, send } = usePreviewed(query);
  const project = projectsApart(projects).find(({ id }) => change.kind === 'move' && id === change.projectId);
  const into = project?.name ?? '';
  const name = given ?? words.changeName(change, into);
  const { data: preview } = query;
  if (query.error) return <QueryFailure title={words.failed} query={query} />;
  if (!preview) return <p className="animate-late py-1 text-ink-3 text-small">{words.reading}</p>;
  const act = () => {
    const input = { selection, change, digest: preview.digest };
    const done = words.changed(change, into, preview.changes);
    return send(() => attempt('reflection.changeMany', input, done), onDone);
  };
  return (
    <BulkPreview
      name={name}
      heading={heading}
      preview={preview}
      {...state}
      changes={change.kind === 'delete' ? words.toBin(preview.changes) : undefined}
      lines={lines}
      order={order}
      onDo={() => void act()}
      onCancel={onCancel}
    />
  );
}
