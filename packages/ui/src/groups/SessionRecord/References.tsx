import clsx from 'clsx';
import { useState } from 'react';
import { stringifySearch } from '../../data/lessons-view.ts';
import { nameOf, type Reference, type TimelineItem } from '../../data/timeline.ts';
import { LINK_LOOK, TextLink } from '../../elements/TextLink/TextLink.tsx';
import { useKeptProject } from '../../state/chosen-project.tsx';
import { sessionRecord } from '../../strings/session-record.ts';
import { markOf } from './item-mark.ts';

const words = sessionRecord.refs;

/** References shown at first; most items have fewer. */
const FIRST = 4;

interface ReferencesProps {
  refs: readonly Reference[];
  items: ReadonlyMap<string, TimelineItem>;
  onJump: (id: string) => void;
}

/** How a link is known; what was said of it later leads to the edge, which says who said so and when. */
function Known({ reference: { basis, also, edgeId, isDisputed } }: { reference: Reference }) {
  const project = useKeptProject()(undefined);
  const known = also ? `${words.basis[basis]}, ${words.basis[also]}` : words.basis[basis];
  return (
    <span className="shrink-0 text-ink-3 text-small">
      {edgeId === null ? (
        known
      ) : (
        <a
          href={`#/causes${stringifySearch({ project, map: true, edge: edgeId })}`}
          title={words.evidence}
          className={clsx('inline-block min-h-6', LINK_LOOK)}
        >
          {known}
        </a>
      )}
      {isDisputed && <span className="text-failure">, {words.disputed}</span>}
    </span>
  );
}

function Row({ reference, items, onJump }: { reference: Reference } & Omit<ReferencesProps, 'refs'>) {
  const { id, direction, relation, isDisputed } = reference;
  const other = items.get(id);
  const { Icon } = other ? markOf(other) : {};
  const isTime = relation === 'precedes';
  return (
    <li className="flex min-w-0 items-baseline gap-1.5 text-small">
      <span className={clsx('shrink-0', isTime ? 'text-ink-3' : 'text-ink-2', isDisputed && 'line-through')}>
        {words[direction][relation]}
      </span>
      {other && Icon ? (
        <TextLink
          dir="auto"
          title={nameOf(other)}
          onClick={() => onJump(id)}
          className={clsx('flex min-h-6 min-w-0 items-center gap-1 text-left', isTime && 'text-ink-2')}
        >
          <Icon size={12} aria-hidden className="shrink-0 text-ink-3" />
          <span className="min-w-0 truncate">{nameOf(other)}</span>
        </TextLink>
      ) : (
        <span className="text-ink-3">{words.lost}</span>
      )}
      <Known reference={reference} />
    </li>
  );
}

/** The causes and effects of an item, each with how it is known. Order in time is shown as such and never as a cause. */
export function References({ refs, items, onJump }: ReferencesProps) {
  const [all, setAll] = useState(false);
  if (refs.length === 0) return null;
  const shown = all ? refs : refs.slice(0, FIRST);
  return (
    <ul className="mt-0.5 flex flex-col">
      {shown.map((reference) => (
        <Row
          key={`${reference.direction} ${reference.relation} ${reference.id}`}
          reference={reference}
          items={items}
          onJump={onJump}
        />
      ))}
      {shown.length < refs.length && (
        <li>
          <TextLink className="min-h-6 text-ink-2 text-small" onClick={() => setAll(true)}>
            {words.more(refs.length - shown.length)}
          </TextLink>
        </li>
      )}
    </ul>
  );
}
