import type { Failure } from '@twicewise/contract';
import { useId } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { FailureMessage } from '../../elements/Message/Message.tsx';
import { TextField } from '../../elements/TextField/TextField.tsx';
import { bundles } from '../../strings/bundles.ts';
import { Block, Check } from './Block.tsx';

const words = bundles.toExport;

interface WhereToProps {
  /** Null until a file was chosen. */
  path: string | null;
  /** True when a system dialog can choose the file; it asks before a file is overwritten. */
  hasDialog: boolean;
  overwrite: boolean;
  failure: Failure | null;
  onType: (path: string) => void;
  onPick: () => void;
  setOverwrite: (overwrite: boolean) => void;
}

function Picked({ path, failure, onPick }: Pick<WhereToProps, 'path' | 'failure' | 'onPick'>) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={onPick}>{path === null ? words.choose : words.chooseOther}</Button>
        {path === null ? (
          <span className="text-ink-2">{words.noPlace}</span>
        ) : (
          <span className="min-w-0 wrap-anywhere font-mono text-small">{path}</span>
        )}
      </div>
      {failure && <FailureMessage title={words.notDone} failure={failure} />}
    </>
  );
}

/** Chooses where the bundle is written. */
export function WhereTo(props: WhereToProps) {
  const { path, hasDialog, overwrite, onType, setOverwrite } = props;
  const id = useId();
  if (hasDialog) {
    return (
      <Block title={words.where}>
        <Picked {...props} />
      </Block>
    );
  }
  return (
    <Block title={words.where}>
      <label htmlFor={id} className="text-ink-2 text-small">
        {words.path}
      </label>
      <TextField
        id={id}
        aria-describedby={`${id}-text`}
        value={path ?? ''}
        maxLength={4096}
        onChange={({ target }) => onType(target.value)}
        className="font-mono text-small"
      />
      <p id={`${id}-text`} className="mt-1 text-ink-2 text-small">
        {words.pathText}
      </p>
      <Check label={words.overwrite} on={overwrite} onChange={setOverwrite} />
    </Block>
  );
}
