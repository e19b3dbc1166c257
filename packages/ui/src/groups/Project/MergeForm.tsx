import type { Failure, OutputOf, Project } from '@twicewise/contract';
import { type ReactNode, type RefObject, useId } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { FailureLine } from '../../elements/Message/FailureLine.tsx';
import { Select } from '../../elements/TextField/TextField.tsx';
import { strings } from '../../strings.ts';

const words = strings.project;

interface MergeFormProps {
  /** The projects it may be merged into. */
  projects: readonly Project[];
  /** The id of the chosen project; empty if none. */
  chosen: string;
  onChoose: (id: string) => void;
  firstRef: RefObject<HTMLSelectElement | null>;
  /** The effect of the merge in numbers, or a note that they are loading. */
  effect: ReactNode;
  /** Why the merge failed, once it was tried. */
  failure: Failure | null;
  /** True when the merge can be done. */
  ready: boolean;
  onRun: () => void;
  onCancel: () => void;
}

/** The effect of a merge, in numbers. */
export function MergeEffect({ preview }: { preview: OutputOf<'project.previewMerge'> }) {
  return (
    <div role="status" className="flex flex-col gap-1">
      <p className="font-medium wrap-anywhere">{words.moves(preview)}</p>
      <p className="text-ink-2 wrap-anywhere">
        {words.bin} {words.folder(preview)}
      </p>
      {preview.renamed > 0 && <p className="text-ink-2">{words.renamed(preview.renamed)}</p>}
      {preview.asJob && <p className="text-ink-2">{words.asJob}</p>}
    </div>
  );
}

/** Chooses the project to merge into, and shows the effect. */
export function MergeForm(props: MergeFormProps) {
  const { projects, chosen, onChoose, firstRef, effect, failure, ready, onRun, onCancel } = props;
  const id = useId();
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onRun();
      }}
    >
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-ink-2 text-small">
          {words.into}
        </label>
        <Select
          id={id}
          ref={firstRef}
          value={chosen}
          className="max-w-96"
          onChange={(event) => onChoose(event.target.value)}
        >
          <option value="">{words.choose}</option>
          {projects.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      {effect}
      <FailureLine failure={failure} />
      <div className="flex gap-2">
        <Button type="submit" tone="solid" disabled={!ready}>
          {words.run}
        </Button>
        <Button onClick={onCancel}>{strings.actions.cancel}</Button>
      </div>
    </form>
  );
}
