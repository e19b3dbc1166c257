import type { Operation } from '@twicewise/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { summaryLine } from '../../strings/undoing.ts';
import { authorWord, programName, strings } from '../../strings.ts';
import { ChangedFields } from './ChangedFields.tsx';
import { overtaken } from './overtaken.ts';
import { Reversal, type ReversalActions } from './Reversal.tsx';
import { titlesOf, withoutTitle } from './said.ts';

/** Goes back to the lesson as it was after a write. */
interface Versions {
  /** The ids of writes after which the lesson differed from now. */
  earlier: ReadonlySet<string>;
  /** The write whose version is previewed, and that preview. */
  asked: { operationId: string; preview: ReactNode } | null;
  onGoBack: (operation: Operation) => void;
}

interface VersionListProps extends ReversalActions, Versions {
  operations: readonly Operation[];
  entityId: string;
  /** The lesson's title, which the entries need not repeat. */
  title: string;
  /** Opens the comparison of two versions; absent while fewer are known. */
  onCompare: (() => void) | undefined;
  hasOlder: boolean;
  onOlder: () => void;
}

interface EntryProps extends ReversalActions, Versions {
  operation: Operation;
  isOvertaken: boolean;
  entityId: string;
  titles: readonly string[];
}

/** The button to go back to a version. It gets the focus again when the preview is cancelled. */
function GoBack({ operation, earlier, asked, onGoBack }: Versions & { operation: Operation }) {
  const isAsked = asked?.operationId === operation.id;
  const button = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    // The preview of another version has the focus itself.
    if (wasAsked.current && asked === null) button.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked, asked]);
  if (isAsked) return asked.preview;
  if (!earlier.has(operation.id)) return null;
  return (
    <Button ref={button} tone="quiet" className="-ml-2.5 mt-1 h-6" onClick={() => onGoBack(operation)}>
      {strings.versions.revert.start}
    </Button>
  );
}

/** The door and program of a write. For a command, the client says how it was run, including whether a person was present. */
function throughText({ door, client }: Operation): string {
  return door === 'cli' && client ? programName(client) : strings.inspector.doors[door];
}

function Entry({ operation, entityId, titles, earlier, asked, onGoBack, ...reversal }: EntryProps) {
  const undone = operation.reversedById !== null;
  return (
    <li className="relative border-line border-l pb-4 pl-3 last:pb-0">
      <span aria-hidden className="absolute top-1.5 -left-[3px] size-[5px] rounded-full bg-control" />
      <div className="flex flex-wrap items-start gap-x-2 gap-y-1">
        <p className="min-w-0 grow basis-32 wrap-anywhere">
          <span className={undone ? 'text-ink-2 line-through' : 'text-ink'}>
            {summaryLine(withoutTitle(operation.summary, titles))}
          </span>
          <span className="block text-ink-3">
            {operation.author.name} ({authorWord(operation.author)}), {throughText(operation)},{' '}
            <RelativeTime at={operation.at} />
            {undone && `, ${strings.versions.undone.toLowerCase()}`}
          </span>
        </p>
        {operation.kind !== 'undo' && <Reversal operation={operation} {...reversal} />}
      </div>
      {operation.changes
        .filter((change) => change.entityId === entityId)
        .map((change, index) => (
          // One write can change the same record twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: the changes of a write never move
          <ChangedFields key={index} change={change} />
        ))}
      <GoBack {...{ operation, earlier, asked, onGoBack }} />
    </li>
  );
}

/** Every write that touched the lesson: who, when, and what changed. Each can be undone by itself while no later one changed the same, or gone back to. */
export function VersionList({ operations, title, onCompare, hasOlder, onOlder, ...entry }: VersionListProps) {
  const titles = titlesOf(entry.entityId, title, operations);
  const late = overtaken(operations.map((newest) => ({ newest, changes: newest.changes })));
  return (
    <section className="text-small">
      <div className="mb-2 flex min-h-6 items-center justify-between">
        <h3 className="font-medium">{strings.inspector.history}</h3>
        {onCompare && (
          <Button tone="quiet" aria-haspopup="dialog" className="-mr-1.5 h-6 px-1.5" onClick={onCompare}>
            {strings.versions.compare.start}
          </Button>
        )}
      </div>
      <ol className="ml-0.5">
        {operations.map((operation) => (
          <Entry key={operation.id} isOvertaken={late.has(operation.id)} {...{ operation, titles }} {...entry} />
        ))}
      </ol>
      {hasOlder && (
        <Button tone="quiet" className="mt-2" onClick={onOlder}>
          {strings.versions.older}
        </Button>
      )}
    </section>
  );
}
