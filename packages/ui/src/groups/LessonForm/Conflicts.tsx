import { Button } from '../../elements/Button/Button.tsx';
import type { Conflict, Field } from '../../state/lesson-draft.ts';
import { strings } from '../../strings.ts';
import { valueText } from '../Versions/value.ts';

interface ConflictsProps {
  who: string;
  conflicts: readonly Conflict[];
  merged: readonly Field[];
  onSettle: (field: Field, choice: 'theirs' | 'yours') => void;
}

function Side({ title, text, action, onPress }: { title: string; text: string; action: string; onPress: () => void }) {
  return (
    <div className="flex min-w-0 grow basis-56 flex-col items-start gap-1 border border-line bg-reading p-2">
      <p className="text-ink-3 text-small">{title}</p>
      <p dir="auto" className="max-h-40 w-full grow overflow-y-auto whitespace-pre-wrap wrap-anywhere">
        {text || strings.versions.empty}
      </p>
      <Button className="mt-1" onClick={onPress}>
        {action}
      </Button>
    </div>
  );
}

/** Shown when somebody else changed the lesson during the edit: what was merged, and what the person has to choose. */
export function Conflicts({ who, conflicts, merged, onSettle }: ConflictsProps) {
  if (conflicts.length === 0 && merged.length === 0) return null;
  const { form, fields } = strings;
  return (
    <section
      role="status"
      aria-label={form.meanwhile(who)}
      className="mb-3 max-w-208 border border-control bg-surface p-3"
    >
      <p className="font-medium">{form.meanwhile(who)}</p>
      {merged.length > 0 && (
        <p className="text-ink-2">{form.merged(merged.map((field) => fields[field]).join(', '))}</p>
      )}
      {conflicts.length > 0 && <p className="text-ink-2">{form.choose}</p>}
      {conflicts.map(({ field, theirs, yours }) => (
        <fieldset key={field} className="mt-2">
          <legend className="font-medium">{fields[field]}</legend>
          <div className="mt-1 flex flex-wrap gap-2">
            <Side
              title={form.theirs}
              text={valueText(theirs)}
              action={form.takeTheirs}
              onPress={() => onSettle(field, 'theirs')}
            />
            <Side
              title={form.yours}
              text={valueText(yours)}
              action={form.keepYours}
              onPress={() => onSettle(field, 'yours')}
            />
          </div>
        </fieldset>
      ))}
    </section>
  );
}
