import type { CausalNode, Failure, InputOf } from '@twicewise/contract';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { CLAIM_RELATIONS } from '../../data/causes-view.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Select, TextField } from '../../elements/TextField/TextField.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { useAction } from '../../state/action-registry.tsx';
import type { ActionId } from '../../state/actions.ts';
import { causes } from '../../strings/causes.ts';
import { NotedForm } from './NotedForm.tsx';
import type { NodeFound } from './rows.ts';

const words = causes.claim;
const { kinds, relations } = causes;

const OPENS = { cause: 'nodeCause', effect: 'nodeEffect' } as const satisfies Record<ClaimSide, ActionId>;

/** Which end of the claim is asked for; the node is the other one. */
export type ClaimSide = keyof typeof words.sides;

/** A claim about a node: its cause or effect and what that is called, by which relation, and what shows it. */
export type Claimed = Pick<InputOf<'causal.assert'>, 'relation' | 'note'> & {
  other: InputOf<'causal.assert'>['to'];
  label: string;
};

interface ClaimFormProps {
  side: ClaimSide;
  /** Nodes that the typed words may mean. */
  like: readonly NodeFound[];
  /** Finds the one node that has just these words, which `like` may not hold yet. */
  findNamed: (typed: string) => Promise<CausalNode | undefined>;
  onTyped: (text: string) => void;
  onClaim: (claimed: Claimed) => Promise<Failure | null>;
  /** True where the form was asked for before its panel was there; told once it is open. */
  isBegun: boolean;
  onBegun: () => void;
}

interface OtherProps extends Pick<ClaimFormProps, 'like' | 'findNamed' | 'onTyped'> {
  typed: string;
  setTyped: (text: string) => void;
  chosen: CausalNode | null;
  setChosen: (node: CausalNode | null) => void;
  kind: string;
  setKind: (kind: string) => void;
  /** Called when Enter leaves the field. */
  onNext: () => void;
}

/** The other end: an existing node, or a new one of some kind. */
function Other(props: OtherProps) {
  const { like, findNamed, onTyped, typed, setTyped, chosen, setChosen, kind, setKind, onNext } = props;
  const [field, kindField] = [useId(), useId()];
  // Words that differ from what there is are something new; the same words are not.
  const take = async (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, metaKey, nativeEvent, currentTarget } = event;
    if (key !== 'Enter' || ctrlKey || metaKey || nativeEvent.isComposing || typed.trim() === '') return;
    event.preventDefault();
    const only = await findNamed(typed.trim());
    // Who typed on meanwhile means something else.
    if (currentTarget.value !== typed) return;
    if (only) setChosen(only);
    onNext();
  };
  if (chosen) {
    return (
      <p className="flex items-baseline gap-2">
        <span className="min-w-0 wrap-anywhere">
          <span className="text-ink-3 text-small">{causes.kind(chosen.kind)}</span> {chosen.label}
        </span>
        <TextLink className="min-h-6 text-small" onClick={() => setChosen(null)}>
          {causes.questions.change}
        </TextLink>
      </p>
    );
  }
  return (
    <>
      <label htmlFor={field} className="text-ink-2 text-small">
        {words.other}
      </label>
      <TextField
        id={field}
        dir="auto"
        value={typed}
        maxLength={1000}
        placeholder={words.otherHint}
        onChange={({ target }) => {
          setTyped(target.value);
          onTyped(target.value.trim());
        }}
        onKeyDown={(event) => void take(event)}
      />
      {typed.trim() !== '' && (
        <ul className="flex flex-col">
          {like.map((node) => (
            <li key={node.id}>
              <TextLink dir="auto" className="min-h-6 text-left wrap-anywhere" onClick={() => setChosen(node)}>
                {causes.kind(node.kind)}: {node.label}
              </TextLink>
              {node.isNear && <span className="text-ink-3 text-small"> {causes.list.near}</span>}
            </li>
          ))}
          <li className="flex items-center gap-2 text-ink-2 text-small">
            <label htmlFor={kindField}>{words.isNew}</label>
            <Select id={kindField} className="w-28" value={kind} onChange={({ target }) => setKind(target.value)}>
              {kinds.names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          </li>
        </ul>
      )}
    </>
  );
}

/** Why a claim cannot be made yet. */
function missing(side: ClaimSide, other: string, note: string): Failure | null {
  if (other === '') return { code: 'invalid_input', message: words.sides[side].needsOther, hint: '' };
  return note === '' ? { code: 'invalid_input', message: words.needsNote, hint: '' } : null;
}

function Form({ side, like, findNamed, onTyped, onClaim, onLeave }: ClaimFormProps & { onLeave: () => void }) {
  const [relation, setRelation] = useState('causes');
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<CausalNode | null>(null);
  const [kind, setKind] = useState(kinds.names[0] ?? 'event');
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const first = useRef<HTMLSelectElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => first.current?.focus(), []);
  const said = side === 'cause' ? causes.relationsBack : relations;
  const submit = async () => {
    const label = chosen?.label ?? typed.trim();
    const why = missing(side, label, note.trim());
    if (why) return setFailure(why);
    const other = chosen ? chosen.id : { kind, text: label };
    const refused = await onClaim({ other, label, relation: relation as Claimed['relation'], note: note.trim() });
    if (refused) setFailure(refused);
    else onLeave();
  };
  return (
    <NotedForm
      label={words.sides[side].title}
      send={words.run}
      note={{ label: causes.edge.note, value: note, onChange: setNote }}
      noteRef={field}
      failure={failure}
      className="mt-2"
      onSend={submit}
      onLeave={onLeave}
    >
      <label htmlFor={id} className="text-ink-2 text-small">
        {words.relation}
      </label>
      <Select id={id} ref={first} value={relation} onChange={({ target }) => setRelation(target.value)}>
        {CLAIM_RELATIONS.map((value) => (
          <option key={value} value={value}>
            {said[value]}
          </option>
        ))}
      </Select>
      <Other
        {...{ like, findNamed, onTyped, typed, setTyped, chosen, setChosen, kind, setKind }}
        onNext={() => field.current?.focus()}
      />
    </NotedForm>
  );
}

/** The form to claim what led to a node, or what it leads to. */
export function ClaimForm(props: ClaimFormProps) {
  const { isBegun, onBegun } = props;
  const [isOpen, setOpen] = useState(isBegun);
  const opener = useRef<HTMLButtonElement>(null);
  useAction(OPENS[props.side], () => setOpen(true), !isOpen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once
  useEffect(() => {
    if (isBegun) onBegun();
  }, []);
  const leave = () => {
    setOpen(false);
    setTimeout(() => opener.current?.focus());
  };
  if (isOpen) return <Form {...props} onLeave={leave} />;
  return (
    <Button ref={opener} tone="quiet" className="-ml-2.5 mt-1" onClick={() => setOpen(true)}>
      {words.sides[props.side].open}
    </Button>
  );
}
