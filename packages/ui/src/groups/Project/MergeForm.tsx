import type { Failure, OutputOf, Project } from '@twicewise/contract';
import { type ReactNode, type RefObject, useId } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { FailureLine } from '../../elements/Message/FailureLine.tsx';
import { Select } from '../../elements/TextField/TextField.tsx';
import { strings } from '../../strings.ts';

const words = strings.project;

interface MergeFormProps {
  /** Those it may be merged into. */
  projects: readonly Project[];
  /** The id of the one that is chosen; empty: none is. */
  chosen: string;
  onChoose: (id: string) => void;
  firstRef: RefObject<HTMLSelectElement | null>;
  /** What there is to see of the effect: numbers, or that they are being read. */
  effect: ReactNode;
  /** Why it was not done, when it was tried. */
  failure: Failure | null;
  /** What is chosen can be done. */
  ready: boolean;
  onRun: () => void;
  onCancel: () => void;
}

/** What a merge would do, in numbers. */
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

/** Which project another one becomes part of, and what that would do. */
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
