import type { TurnPart, TurnRow } from '@twicewise/contract';
import clsx from 'clsx';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { type ComparedPart, compareParts, contextParts, foldSame } from '../../data/compare-parts.ts';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { turns as words } from '../../strings/turns.ts';

/** Parts drawn at first; a context may have two thousand. */
const MOST = 100;

const FILL: Record<ComparedPart['state'], string> = {
  same: 'bg-line-strong',
  changed: 'bg-partial',
  new: 'bg-success',
};
const TEXT: Record<ComparedPart['state'], string> = {
  same: 'text-ink-3',
  changed: 'text-partial',
  new: 'text-success',
};

/** The parts as a bar, each as wide as its share of the tokens. */
function Bar({ parts }: { parts: readonly ComparedPart[] }) {
  const drawn = parts.filter(({ part }) => part.tokens > 0);
  return (
    <div role="img" aria-label={words.contextBar} className="mb-2 flex h-2 w-full gap-px overflow-hidden rounded-sm">
      {drawn.slice(0, MOST).map(({ index, part, state }) => (
        <span
          key={index}
          title={`${words.part(part)}, ${words.tokens(part.tokens)}`}
          style={{ flexGrow: part.tokens }}
          className={FILL[state]}
        />
      ))}
    </div>
  );
}

/** As a ref: gives a button the focus as it is drawn, because the one that was pressed for it is gone. */
const takeFocus = (button: HTMLElement | null) => button?.focus();

interface PartRowProps {
  compared: ComparedPart;
  /** Whether its button has the focus once it is drawn. */
  takesFocus?: boolean;
  total: number;
  /** Whether there is a turn to compare with. */
  isCompared: boolean;
  text: (compared: ComparedPart) => ReactNode;
}

function PartRow({ compared, takesFocus = false, total, isCompared, text }: PartRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { part, state } = compared;
  const name = words.part(part);
  return (
    <li className="border-line border-t py-1 first:border-t-0">
      <div className="flex items-baseline gap-2 text-base">
        <TextLink
          ref={takesFocus ? takeFocus : undefined}
          className="min-h-6 min-w-0 truncate text-left"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={(isOpen ? words.closePart : words.openPart)(name)}
          title={name}
          onClick={() => setOpen(!isOpen)}
        >
          {name}
        </TextLink>
        {isCompared && <span className={clsx('shrink-0 text-small', TEXT[state])}>{words.state[state]}</span>}
        <span className="ml-auto shrink-0 font-mono text-ink-3 text-micro">
          {words.tokens(part.tokens)} · {words.share(total === 0 ? 0 : part.tokens / total)}
        </span>
      </div>
      {isOpen && <div id={id}>{text(compared)}</div>}
    </li>
  );
}

/** Many parts as before, in one line that can be expanded. */
function SameParts({ parts, takesFocus, ...row }: Omit<PartRowProps, 'compared'> & { parts: readonly ComparedPart[] }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) {
    return parts.map((compared, at) => (
      <PartRow key={compared.index} compared={compared} takesFocus={at === 0} {...row} />
    ));
  }
  const tokens = parts.reduce((sum, { part }) => sum + part.tokens, 0);
  return (
    <li className="border-line border-t py-1 first:border-t-0">
      <div className="flex items-baseline gap-2 text-base">
        <TextLink
          ref={takesFocus ? takeFocus : undefined}
          className="min-h-6 text-ink-2"
          aria-expanded={false}
          onClick={() => setOpen(true)}
        >
          {words.sameParts(parts.length)}
        </TextLink>
        <span className="ml-auto shrink-0 font-mono text-ink-3 text-micro">
          {words.tokens(tokens)} · {words.share(row.total === 0 ? 0 : tokens / row.total)}
        </span>
      </div>
    </li>
  );
}

interface ContextPartsProps {
  parts: readonly TurnPart[];
  /** The turn before with its parts; undefined while they are not known, null for the first turn. */
  before: { turn: TurnRow; parts: readonly TurnPart[] } | null | undefined;
  text: (compared: ComparedPart) => ReactNode;
}

/** What the model was given, part by part, and how that differs from the turn before. */
export function ContextParts({ parts, before, text }: ContextPartsProps) {
  const [all, setAll] = useState(false);
  const { parts: compared, gone } = useMemo(() => {
    if (before) return compareParts(before.parts, parts);
    const alone = contextParts(parts).map((placed): ComparedPart => ({ ...placed, state: 'same', before: null }));
    return { parts: alone, gone: [] };
  }, [parts, before]);
  const runs = useMemo(
    () => (before ? foldSame(compared) : compared.map((one) => ({ kind: 'part' as const, compared: one }))),
    [compared, before],
  );
  if (compared.length === 0) return <p className="text-base text-ink-3">{words.noContext}</p>;
  const row = { total: compared.reduce((sum, { part }) => sum + part.tokens, 0), isCompared: Boolean(before), text };
  const shown = all ? runs : runs.slice(0, MOST);
  return (
    <>
      <Bar parts={compared} />
      <ul aria-label={words.context}>
        {shown.map((run, at) => {
          const takesFocus = at === MOST;
          return run.kind === 'same' ? (
            <SameParts key={`same ${run.parts[0]?.index}`} parts={run.parts} takesFocus={takesFocus} {...row} />
          ) : (
            <PartRow key={run.compared.index} compared={run.compared} takesFocus={takesFocus} {...row} />
          );
        })}
      </ul>
      {runs.length > shown.length && (
        <TextLink className="min-h-6 text-small" onClick={() => setAll(true)}>
          {words.moreParts(runs.length - shown.length)}
        </TextLink>
      )}
      <p className="mt-1 text-ink-3 text-small">
        {before && words.compared(before.turn)}
        {before === null && words.first}
        {gone.length > 0 && ` · ${words.gone(gone.length)}`}
      </p>
    </>
  );
}
