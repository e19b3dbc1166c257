import { type ReactNode, type RefObject, useState } from 'react';
import { type BriefView, BUDGETS, budgetOf, MAX_TASK } from '../../data/brief-view.ts';
import { Segmented } from '../../elements/Segmented/Segmented.tsx';
import { TextArea } from '../../elements/TextField/TextField.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { brief as words } from '../../strings/brief.ts';
import { count } from '../../strings.ts';

const OPTIONS = BUDGETS.map((budget) => ({ value: String(budget), label: count(budget), icon: count(budget) }));

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
    <label className="flex flex-col gap-1">
      <span className="text-ink-2 text-small">{label}</span>
      {children}
    </label>
  );
}

interface BriefFormProps {
  view: BriefView;
  task: string;
  taskRef: RefObject<HTMLTextAreaElement | null>;
  /** Called to leave the field for the text. */
  onLeave: () => void;
  /** The project of the agent, which is that of the window; null for any project. */
  project: string | null;
  onTask: (task: string) => void;
  onChange: (patch: { budget: number }) => void;
}

/** The form for the input of a brief, as an agent would ask for it. */
export function BriefForm({ view, task, taskRef, onLeave, project, onTask, onChange }: BriefFormProps) {
  const [isTyping, setTyping] = useState(false);
  useAction('leaveField', onLeave, isTyping);
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => event.preventDefault()}>
      <Field label={words.task}>
        <TextArea
          ref={taskRef}
          value={task}
          maxLength={MAX_TASK}
          placeholder={words.taskHint}
          onChange={(event) => onTask(event.target.value)}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
          className="max-h-60 min-h-20 text-read"
        />
      </Field>
      <p className="wrap-anywhere text-ink-2">
        {project === null ? (
          words.inAll
        ) : (
          <>
            {words.inProject} <span className="font-medium text-ink">{project}</span>
          </>
        )}
      </p>
      <div className="flex flex-col gap-1">
        <span aria-hidden className="text-ink-2 text-small">
          {words.budget}
        </span>
        <Segmented
          label={words.budget}
          alsoCalled="tokens"
          options={OPTIONS}
          value={String(budgetOf(view))}
          onChange={(budget) => onChange({ budget: Number(budget) })}
        />
      </div>
    </form>
  );
}
