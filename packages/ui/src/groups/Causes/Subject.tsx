import type { CausalNode } from '@twicewise/contract';
import clsx from 'clsx';
import { type RefObject, useEffect, useId, useRef } from 'react';
import { TextField } from '../../elements/TextField/TextField.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { causes } from '../../strings/causes.ts';

const words = causes.questions;

/** What a question is about: a chosen node, or the words being typed. */
export interface Subject {
  typed: string;
  /** The chosen node, whose text is then in `words`; null for typed words. */
  node: CausalNode | null;
}

interface SubjectFieldProps {
  name: string;
  label: string;
  value: Subject;
  onType: (text: string) => void;
  /** Called when the arrow down leaves the field. */
  onDown: () => void;
  /** Removes the node, so that words can be typed. */
  onClear: () => void;
  /** The node selected on the map, offered as the subject. */
  offered: CausalNode | null;
  onUse: (node: CausalNode) => void;
  fieldRef?: RefObject<HTMLInputElement | null> | undefined;
}

/** The field for one end of a question. */
export function SubjectField(props: SubjectFieldProps) {
  const { name, label, value, onType, onDown, onClear, offered, onUse, fieldRef } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const own = fieldRef ?? field;
  const isChanging = useRef(false);
  // The field takes the place of the button that was pressed: the next keys are words for it.
  useEffect(() => {
    if (!value.node && isChanging.current) own.current?.focus();
    if (!value.node) isChanging.current = false;
  }, [value.node, own]);
  const change = () => {
    isChanging.current = true;
    onClear();
  };
  const kind = value.node && causes.kind(value.node.kind);
  const canUse = offered !== null && offered.id !== value.node?.id;
  return (
    <div className={clsx('flex flex-col gap-1', value.node ? 'min-w-0' : 'min-w-60 grow basis-60')}>
      <label htmlFor={id} className="text-ink-2 text-small">
        {label}
      </label>
      {value.node ? (
        <p className="flex min-h-7 items-baseline gap-2">
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {kind !== label.toLowerCase() && <span className="text-ink-3 text-small">{kind} </span>}
            {value.node.label}
          </span>
          <TextLink
            id={id}
            data-change
            aria-label={`${label}: ${words.change}`}
            className="min-h-6 text-small"
            onClick={change}
          >
            {words.change}
          </TextLink>
        </p>
      ) : (
        <TextField
          id={id}
          name={name}
          ref={own}
          dir="auto"
          value={value.typed}
          maxLength={1000}
          onChange={({ target }) => onType(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            onDown();
          }}
        />
      )}
      {canUse && (
        <TextLink
          className="min-h-6 self-start truncate text-small text-ink-2"
          aria-label={`${label}: ${words.use}`}
          onClick={() => onUse(offered)}
        >
          {words.use}
        </TextLink>
      )}
    </div>
  );
}
