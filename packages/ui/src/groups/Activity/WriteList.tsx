import { type Change, type Operation, plainText } from '@twicewise/contract';
import clsx from 'clsx';
import { Fragment, type ReactNode, useState } from 'react';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { dayName } from '../../elements/RelativeTime/relative.ts';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { activity as words } from '../../strings/activity.ts';
import { summaryLine } from '../../strings/undoing.ts';
import { authorWord, programName, strings } from '../../strings.ts';
import { ChangedFields } from '../Versions/ChangedFields.tsx';
import { overtaken } from '../Versions/overtaken.ts';
import { isAutomatic, Reversal, type ReversalActions } from '../Versions/Reversal.tsx';
import { isPurged, type Task, taskChanges, taskRecords, tasksOf } from './tasks.ts';

interface WriteListProps extends ReversalActions {
  operations: readonly Operation[];
  onAuthor: (operation: Operation) => void;
  onSession: (sessionId: string) => void;
  onGo: (lessonId: string) => void;
}

/** A heading of a day stays above the entry that a key leads to. */
const ENTRY = 'scroll-mt-9 scroll-mb-2 focus-within:bg-hover focus-visible:-outline-offset-1';

/** Whether a record was made, removed or purged; null when its fields were changed. */
function fate({ before, after }: Change): string | null {
  if (!before && !after) return words.purged;
  if (!before) return words.made;
  return after ? null : words.removed;
}

/** Fields by which a record is known, the most telling first: attempts at one task differ in their strategies. */
const NAMES = ['taskDescription', 'name', 'strategy', 'task', 'goal', 'nativeId'];

function nameOf({ before, after }: Change): string {
  const named = NAMES.flatMap((field) => [after?.[field], before?.[field]]);
  return plainText(named.find((name) => typeof name === 'string' && name !== '')?.toString() ?? '');
}

function Record({ change, onGo }: { change: Change; onGo: WriteListProps['onGo'] }) {
  const { entity, entityId, after } = change;
  const name = nameOf(change) || (entity === 'reflection' ? words.open : entityId);
  const what = fate(change);
  return (
    <li className="border-line border-l pl-2.5">
      <p className="wrap-anywhere">
        <span className="text-ink-3">{words.entity(entity)} </span>
        {entity === 'reflection' && (after || what === null) ? (
          <TextLink dir="auto" className="min-h-6 text-left" onClick={() => onGo(entityId)}>
            {name}
          </TextLink>
        ) : (
          <bdi>{name}</bdi>
        )}
        {what && <span className="text-ink-3"> {what}</span>}
      </p>
      <ChangedFields change={change} />
    </li>
  );
}

function Details({ task, onGo }: { task: Task; onGo: WriteListProps['onGo'] }) {
  const { changes, count } = taskChanges(task);
  return (
    <ul className="mt-1 flex flex-col gap-2 text-small">
      {changes.map((change, index) => (
        // One write can change the same record twice.
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes of a write never move
        <Record key={index} change={change} onGo={onGo} />
      ))}
      {count > changes.length && <li className="text-ink-3">{words.more(count - changes.length)}</li>}
    </ul>
  );
}

function Meta({
  operation,
  onAuthor,
  onSession,
}: { operation: Operation } & Pick<WriteListProps, 'onAuthor' | 'onSession'>) {
  const { author, door, client, at, sessionId } = operation;
  // What it read says that it was an import, and is how the filters name it.
  const isImport = author.kind === 'importer';
  const kind = isAutomatic(operation) ? strings.sources.automatically : isImport ? '' : authorWord(author);
  const program =
    client === author.name ? '' : client ? words.program(programName(client)) : strings.inspector.doors[door];
  const parts: ReactNode[] = [
    <Fragment key="author">
      <TextLink className="min-h-6" title={words.onlyAuthor(author.name)} onClick={() => onAuthor(operation)}>
        {isImport ? strings.facets.importer(author.name) : author.name}
      </TextLink>
      {kind && ` (${kind})`}
    </Fragment>,
    program,
    <RelativeTime key="at" at={at} />,
  ];
  if (operation.reversedById !== null) parts.push(strings.versions.undone.toLowerCase());
  if (sessionId)
    parts.push(
      <TextLink key="session" className="min-h-6" onClick={() => onSession(sessionId)}>
        {words.onlySession}
      </TextLink>,
    );
  return (
    <p className="flex flex-wrap items-baseline gap-x-1 text-ink-2 text-small">
      {parts.filter(Boolean).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never move
        <span key={index}>
          {index > 0 && <span className="text-ink-3">· </span>}
          {part}
        </span>
      ))}
    </p>
  );
}

/** What the key would do. The write of a job is asked about before it is undone. */
function doesNow({ reversedById, jobId }: Operation): string {
  const { undo, redo } = strings.actions;
  const deed = (reversedById === null ? undo : redo).toLowerCase();
  return reversedById === null && jobId !== null ? `${deed}…` : deed;
}

interface RowProps extends Omit<WriteListProps, 'operations'> {
  task: Task;
  /** Whether an undo would be refused because of later writes. */
  isOvertaken: boolean;
}

function Row({ task, isOvertaken, ...on }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const { newest: operation } = task;
  const undone = operation.reversedById !== null;
  const records = taskRecords(task);
  return (
    <li
      data-entry
      data-keys="list"
      tabIndex={-1}
      className={clsx(ENTRY, '-mx-2 border-line border-t px-2 py-2 first:border-t-0')}
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <div className="min-w-0 grow basis-72">
          <p dir="auto" className={`wrap-anywhere ${undone ? 'text-ink-2 line-through' : ''}`}>
            {summaryLine(operation.summary)}
          </p>
          <Meta operation={operation} onAuthor={on.onAuthor} onSession={on.onSession} />
        </div>
        {/* Two columns of one width in all rows, so that what can be done with each is found at one place. */}
        <div className="ml-auto flex w-28 shrink-0 justify-end">
          <TextLink
            className={`min-h-6 text-right text-small ${records?.about.length === 2 ? '' : 'whitespace-nowrap'}`}
            title={records ? words.each(records.all) : undefined}
            data-press="open"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? words.hide : records ? words.records(records.about) : words.details(taskChanges(task).count)}
          </TextLink>
        </div>
        <div data-press="undo" data-does={doesNow(operation)} className="flex w-40 shrink-0 justify-end">
          {operation.kind !== 'undo' && !isPurged(task) && (
            <Reversal operation={operation} isOvertaken={isOvertaken} {...on} />
          )}
        </div>
      </div>
      {isOpen && <Details task={task} onGo={on.onGo} />}
    </li>
  );
}

/**
 * Each write: what was done, by whom, what it changed, and a way to undo it. A job of many steps appears once. Each day has a heading, which
 * stays while its writes are scrolled.
 */
export function WriteList({ operations, ...on }: WriteListProps) {
  const all = tasksOf(operations);
  const late = overtaken(all.map((task) => ({ newest: task.newest, changes: taskChanges(task).changes })));
  const days = Map.groupBy(all, ({ newest }) => dayName(newest.at, Date.now()));
  return (
    <section aria-label={words.writes}>
      {[...days].map(([day, tasks]) => (
        <section key={day} aria-label={day} className="mb-5">
          <h2 className="sticky -top-px z-1 -mx-2 border-line border-b bg-reading px-2 py-1.5 font-medium text-ink-2 text-small">
            {day}
          </h2>
          <ol aria-label={`${words.writes}, ${day}`}>
            {tasks.map((task) => (
              <Row key={task.newest.id} task={task} isOvertaken={late.has(task.newest.id)} {...on} />
            ))}
          </ol>
        </section>
      ))}
    </section>
  );
}
