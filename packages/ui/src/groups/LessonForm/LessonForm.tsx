import type { Failure } from '@twicewise/contract';
import clsx from 'clsx';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button, IconButton } from '../../elements/Button/Button.tsx';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { FailureMessage } from '../../elements/Message/Message.tsx';
import { PaneToolbar } from '../../elements/PaneToolbar/PaneToolbar.tsx';
import {
  type Content,
  conflicts,
  type Draft,
  FIELDS,
  type Field,
  readField,
  settle,
  stage,
  stagedFields,
  takenOver,
} from '../../state/lesson-draft.ts';
import { strings } from '../../strings.ts';
import { LateDiffText } from '../Versions/diff-on-demand.ts';
import { valueText } from '../Versions/value.ts';
import { Conflicts } from './Conflicts.tsx';
import { FieldControl } from './FieldControl.tsx';
import type { Mistake, Mistakes } from './mistakes.ts';

interface LessonFormProps {
  /** The lesson as it is now; it may change while the form is open. */
  lesson: Content;
  /** True for a lesson that does not exist yet, so there is nothing to compare with. */
  isNew?: boolean;
  /** Shown above the fields. */
  head?: ReactNode;
  draft: Draft;
  /** Who made the last change, when that was somebody else. */
  who: string;
  failure: Failure | null;
  /** Why fields cannot be saved; set after the first attempt to save. */
  mistakes: Mistakes;
  /** The number of failed attempts to save; each one moves the focus to the first wrong field. */
  tries: number;
  saving: boolean;
  /** The label of the save button. */
  saveLabel?: string | undefined;
  onDraft: (draft: Draft) => void;
  onSave: () => void;
  onCancel: () => void;
}

function FieldRow({
  field,
  lesson,
  draft,
  mistake,
  isNew = false,
  onDraft,
}: { field: Field; mistake: Mistake | undefined } & Pick<LessonFormProps, 'lesson' | 'draft' | 'isNew' | 'onDraft'>) {
  const id = useId();
  const label = strings.fields[field];
  const changed = !isNew && field in draft.mine;
  const value = readField(draft, lesson, field);
  return (
    <div
      className={clsx(
        'grid gap-x-4 gap-y-1 border-l-2 py-2 compact:py-1 pr-4 pl-3.5 @lg:pr-6 @lg:pl-5.5 grid-cols-[minmax(0,1fr)] @lg:grid-cols-[6.75rem_minmax(0,1fr)]',
        mistake ? 'border-failure bg-hover' : changed ? 'border-ink bg-hover' : 'border-transparent',
      )}
    >
      <div className="flex items-start gap-1 pt-1 text-small">
        <span className="text-ink-2">{label}</span>
      </div>
      <div className="min-w-0 max-w-[72ch]">
        <FieldControl
          field={field}
          value={value}
          mark={mistake && { saidBy: id, entry: mistake.entry }}
          onChange={(next) => onDraft(stage(draft, lesson, field, next))}
        />
        {mistake && (
          <p id={id} className="mt-1 font-medium text-failure text-small">
            {mistake.text}
          </p>
        )}
        {changed && (
          <div className="mt-1 flex items-start gap-1 text-small">
            <div className="min-w-0 grow">
              <span className="text-ink-3">{strings.form.changed} </span>
              <LateDiffText before={valueText(lesson[field])} after={valueText(value)} />
            </div>
            <IconButton
              label={strings.form.revert(label)}
              className="size-6"
              onClick={() => onDraft(stage(draft, lesson, field, lesson[field]))}
            >
              <Undo2 size={13} aria-hidden />
            </IconButton>
          </div>
        )}
      </div>
    </div>
  );
}

/** Scrolls to the first wrong field, or else to the failure, and focuses it. */
function goToTrouble(form: HTMLFormElement | null): void {
  const trouble =
    form?.querySelector<HTMLElement>('[aria-invalid]') ?? form?.querySelector<HTMLElement>('[data-trouble]');
  trouble?.focus({ preventScroll: true });
  trouble?.scrollIntoView({ block: 'center' });
}

function sayState(changed: number, conflicting: number, wrong: number, isNew: boolean): string {
  if (wrong > 0) return strings.form.mistaken(wrong);
  if (isNew) return strings.form.fieldsWritten(changed);
  return conflicting > 0 ? strings.form.chooseFirst : strings.form.fieldsChanged(changed);
}

/** The inspector while a lesson is edited: all fields of its content, the unsaved changes, and changes by others. */
export function LessonForm(props: LessonFormProps) {
  const { lesson, draft, who, failure, mistakes, tries, saving, saveLabel, onDraft, onSave, onCancel } = props;
  const { isNew = false, head } = props;
  const form = useRef<HTMLFormElement>(null);
  const staged = stagedFields(draft);
  const open = conflicts(draft, lesson);
  useEffect(() => {
    if (tries > 0) goToTrouble(form.current);
  }, [tries]);
  return (
    <form
      ref={form}
      aria-label={isNew ? strings.form.newLabel : strings.form.label}
      className="flex min-h-0 grow flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <PaneToolbar>
        <p aria-live="polite" className="mr-auto min-w-0 text-ink-2 text-small">
          {sayState(staged.length, open.length, Object.keys(mistakes).length, isNew)}
        </p>
        <Button tone="quiet" onClick={onCancel}>
          {strings.actions.close} <Kbd keys="Escape" />
        </Button>
        <Button tone="solid" type="submit" disabled={staged.length === 0 || open.length > 0 || saving}>
          {saveLabel ?? strings.actions.save}
        </Button>
      </PaneToolbar>
      <div className="@container min-h-0 grow overflow-y-auto pb-6">
        {failure && (
          <div data-trouble tabIndex={-1}>
            <FailureMessage title={strings.form.failed} failure={failure} />
          </div>
        )}
        <div className="@lg:px-6 px-4 pt-3 empty:hidden">
          <Conflicts
            who={who}
            conflicts={open}
            merged={takenOver(draft, lesson)}
            onSettle={(field, choice) => onDraft(settle(draft, lesson, field, choice))}
          />
        </div>
        {head}
        {FIELDS.map((field) => (
          <FieldRow
            key={field}
            field={field}
            lesson={lesson}
            draft={draft}
            mistake={mistakes[field]}
            isNew={isNew}
            onDraft={onDraft}
          />
        ))}
      </div>
    </form>
  );
}
