import type { CausalNode, Failure, InputOf } from '@twicewise/contract';
import { useEffect, useRef, useState } from 'react';
import { CLAIM_RELATIONS } from '../../data/causes-view.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Select } from '../../elements/TextField/TextField.tsx';
import { useKeptNote } from '../../state/kept-note.ts';
import { causes } from '../../strings/causes.ts';
import { NotedForm } from './NotedForm.tsx';

const { connect: words, relations, claim } = causes;
type Said = Pick<InputOf<'causal.assert'>, 'relation' | 'note'>;

interface ConnectFormProps {
  cause: CausalNode;
  effect: CausalNode;
  onSwap: () => void;
  onConnect: (said: Said) => Promise<Failure | null>;
  onLeave: () => void;
}

/** How two chosen things are connected, and what shows it. */
export function ConnectForm({ cause, effect, onSwap, onConnect, onLeave }: ConnectFormProps) {
  const [relation, setRelation] = useState<Said['relation']>('causes');
  // The same for both directions.
  const [note, setNote] = useKeptNote([cause.id, effect.id].sort().join(' '));
  const [failure, setFailure] = useState<Failure | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const submit = async () => {
    const meant = note.trim();
    if (meant === '') {
      field.current?.focus();
      return setFailure({ code: 'invalid_input', message: claim.needsNote, hint: '' });
    }
    const failed = await onConnect({ relation, note: meant });
    if (failed) setFailure(failed);
    else setNote('');
  };
  return (
    <NotedForm
      label={words.form}
      send={words.run}
      note={{ label: causes.edge.note, value: note, onChange: setNote }}
      noteRef={field}
      failure={failure}
      className="border-line border-t bg-surface px-4 py-3 *:max-w-[80ch]"
      also={<Button onClick={onSwap}>{words.swap}</Button>}
      onSend={submit}
      onLeave={onLeave}
    >
      <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <bdi className="line-clamp-2 min-w-0 font-medium wrap-anywhere">{cause.label}</bdi>
        <Select
          aria-label={claim.relation}
          className="w-auto"
          value={relation}
          onChange={({ target }) => setRelation(CLAIM_RELATIONS.find((one) => one === target.value) ?? 'causes')}
        >
          {CLAIM_RELATIONS.map((value) => (
            <option key={value} value={value}>
              {relations[value]}
            </option>
          ))}
        </Select>
        <bdi className="line-clamp-2 min-w-0 font-medium wrap-anywhere">{effect.label}</bdi>
      </div>
    </NotedForm>
  );
}
