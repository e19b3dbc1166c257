import type { Operation } from '@twicewise/contract';
import { type RefObject, useId, useRef, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Dialog } from '../../elements/Dialog/Dialog.tsx';
import { exact } from '../../elements/RelativeTime/relative.ts';
import { Select } from '../../elements/TextField/TextField.tsx';
import { ChangedFields } from '../../groups/Versions/ChangedFields.tsx';
import { titlesOf, withoutTitle } from '../../groups/Versions/said.ts';
import { fieldChanges } from '../../groups/Versions/value.ts';
import type { KnownVersion } from '../../groups/Versions/versions.ts';
import { strings } from '../../strings.ts';

const words = strings.versions.compare;

interface ChoiceProps {
  label: string;
  known: readonly KnownVersion[];
  chosen: KnownVersion;
  /** The first version; null while older ones are not loaded. */
  first: KnownVersion | null;
  fieldRef?: RefObject<HTMLSelectElement | null>;
  onChoose: (version: KnownVersion) => void;
}

function Choice({ label, known, chosen, first, fieldRef, onChoose }: ChoiceProps) {
  const id = useId();
  const [newest] = known;
  const titles = titlesOf(
    String(newest?.content.id),
    String(newest?.content.taskDescription),
    known.map(({ operation }) => operation),
  );
  const whenOf = ({ operation }: KnownVersion) => {
    if (operation === newest?.operation) return words.now;
    const at = exact(operation.at);
    return operation === first?.operation ? words.first(at) : at;
  };
  const named = (version: KnownVersion) =>
    words.version(whenOf(version), withoutTitle(version.operation.summary, titles));
  return (
    <div className="col-start-1 min-w-0">
      <label htmlFor={id} className="text-ink-2 text-small">
        {label}
      </label>
      <Select
        id={id}
        ref={fieldRef}
        value={chosen.operation.id}
        onChange={({ target }) => {
          const next = known.find(({ operation }) => operation.id === target.value);
          if (next) onChoose(next);
        }}
      >
        {known.map((version) => (
          <option key={version.operation.id} value={version.operation.id}>
            {named(version)}
          </option>
        ))}
      </Select>
    </div>
  );
}

interface ComparingProps {
  /** At least two versions, newest first. */
  known: readonly KnownVersion[];
  /** True when older ones have not been read. */
  hasOlder: boolean;
  /** The ids of writes after which the lesson differed from now. */
  earlier: ReadonlySet<string>;
  /** Called with the write whose version is to be restored. */
  onGoBack: (operation: Operation) => void;
  onClose: () => void;
}

/** Any two versions of a lesson, field by field. At first the last two. */
export function Comparing({ known, hasOlder, earlier, onGoBack, onClose }: ComparingProps) {
  const [newest, previous] = known;
  const field = useRef<HTMLSelectElement>(null);
  const first = hasOlder ? null : (known.at(-1) ?? null);
  const [chosen, choose] = useState({ before: previous?.operation.id, after: newest?.operation.id });
  // The versions change under the sheet when somebody writes.
  const version = (id: string | undefined, otherwise = newest) =>
    known.find(({ operation }) => operation.id === id) ?? otherwise;
  const before = version(chosen.before, previous);
  const after = version(chosen.after);
  if (!before || !after) return null;
  const same = fieldChanges(before.content, after.content).length === 0;
  const change = { before: before.content, after: after.content };
  // The newest comes first, whichever of the two is compared with the other.
  const older = known.indexOf(before) > known.indexOf(after) ? before : after;
  const differs = earlier.has(older.operation.id);
  const restore = (
    <Button
      disabled={!differs}
      title={differs ? undefined : strings.versions.revert.none}
      onClick={() => onGoBack(older.operation)}
    >
      {words.restore}
    </Button>
  );
  return (
    <Dialog title={words.title} open onOpenChange={onClose} firstRef={field} foot={restore}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 border-line border-b pb-4">
        <Choice
          label={words.before}
          known={known}
          chosen={before}
          first={first}
          fieldRef={field}
          onChoose={({ operation }) => choose({ ...chosen, before: operation.id })}
        />
        <Choice
          label={words.after}
          known={known}
          chosen={after}
          first={first}
          onChoose={({ operation }) => choose({ ...chosen, after: operation.id })}
        />
        <Button onClick={() => choose({ before: after.operation.id, after: before.operation.id })}>{words.swap}</Button>
      </div>
      <div aria-live="polite" className="pt-3">
        {same ? <p className="text-ink-2">{words.same}</p> : <ChangedFields change={change} />}
      </div>
      {hasOlder && <p className="pt-3 text-ink-3 text-small">{words.older}</p>}
    </Dialog>
  );
}
