import type { CausalEdge, CausalNode } from '@twicewise/contract';
import clsx from 'clsx';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Segmented } from '../../elements/Segmented/Segmented.tsx';
import type { Picture } from '../../graph/picture.ts';
import { causes as causesWords } from '../../strings/causes.ts';
import { moveAmongRows } from './rows.ts';

const words = causesWords.table;
const { columns } = words;
/** Rows shown at first; the selection of the map is always among them. */
const PAGE = 50;

/** What the table is of. */
export type TwinRows = 'edges' | 'nodes';

interface TwinProps {
  picture: Picture;
  /** What it shows at first, until something of the other kind is selected. */
  rows: TwinRows;
  onRows: (rows: TwinRows) => void;
  node: string | null;
  edge: string | null;
  onNode: (id: string) => void;
  onEdge: (id: string) => void;
}

interface TableProps<T extends { id: string }> {
  heads: readonly string[];
  items: readonly T[];
  chosen: string | null;
  onChoose: (id: string) => void;
  name: (item: T) => string;
  cells: (item: T) => readonly ReactNode[];
}

/** A table with selectable rows: the first cell of each holds a button that fills the cell. */
function Rows<T extends { id: string }>({ heads, items, chosen, onChoose, name, cells }: TableProps<T>) {
  const [most, setMost] = useState(PAGE);
  const body = useRef<HTMLTableSectionElement>(null);
  const at = items.findIndex(({ id }) => id === chosen);
  const shown = items.slice(0, Math.max(most, at + 1));
  const stop = at >= 0 ? chosen : shown[0]?.id;
  useEffect(() => {
    if (chosen !== null) body.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <>
      <table className="w-full text-small">
        <thead className="sticky top-0 z-1 bg-surface text-ink-2">
          <tr>
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={clsx(
                  'h-7 px-2 text-left font-medium',
                  index === 0 && 'pl-4',
                  isWide(head, index) && (heads.includes(columns.to) ? 'w-[28%]' : 'w-full'),
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} onKeyDown={moveAmongRows}>
          {shown.map((item) => {
            const [first, ...rest] = cells(item);
            const isChosen = item.id === chosen;
            return (
              <tr key={item.id} className={clsx('border-line border-t align-top', isChosen && 'bg-signal-tint')}>
                <td className="p-0">
                  <button
                    type="button"
                    data-row
                    tabIndex={item.id === stop ? 0 : -1}
                    aria-current={isChosen || undefined}
                    aria-label={name(item)}
                    onClick={() => onChoose(item.id)}
                    className="block min-h-7 w-full py-1.5 pr-2 pl-4 text-left hover:underline focus-visible:-outline-offset-2"
                  >
                    {first}
                  </button>
                </td>
                {rest.map((cell, index) => (
                  <td
                    key={heads[index + 1]}
                    className={clsx('px-2 py-1.5', isNarrow(heads[index + 1]) && 'w-px whitespace-nowrap @2xl:pr-6')}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown.length < items.length && (
        <Button tone="quiet" className="m-2" onClick={() => setMost(most + PAGE)}>
          {words.more(Math.min(PAGE, items.length - shown.length))}
        </Button>
      )}
    </>
  );
}

/**
 * The columns with whole sentences. Of two, each has more than a quarter, so that none shrinks because the other is long; one alone
 * has what the others leave.
 */
const isWide = (head: string, index: number) => index === 0 || head === columns.to;
/** The columns that are as wide as their longest word. */
const isNarrow = (head: string | undefined) => head !== columns.to && head !== columns.known;

function Words({ text }: { text: string }) {
  return (
    <span dir="auto" className="line-clamp-2 wrap-anywhere" title={text}>
      {text}
    </span>
  );
}

/** Longest number that stands alone, in UTF-16 units. */
const ALONE = 6;

/** Numbers with words; in several lines where there is little room, so that what is said of one node leaves the names of all theirs. */
function Numbers({ text }: { text: string }) {
  return (
    <span className={clsx('block @max-2xl:whitespace-normal', text.length > ALONE && '@max-2xl:min-w-16')}>{text}</span>
  );
}

function Edges({ picture, edge, onEdge }: Pick<TwinProps, 'picture' | 'edge' | 'onEdge'>) {
  const labels = useMemo(() => new Map(picture.nodes.map(({ id, label }) => [id, label])), [picture.nodes]);
  const { relations, bases, weightOf, disputed, nobody } = causesWords;
  const label = (id: string) => labels.get(id) ?? id;
  return (
    <Rows<CausalEdge>
      heads={[columns.from, columns.relation, columns.to, columns.weight, columns.known]}
      items={picture.edges}
      chosen={edge}
      onChoose={onEdge}
      name={({ from, to, relation }) => words.edge(label(from), relations[relation], label(to))}
      cells={({ from, to, relation, weight, bases: known, isDisputed }) => [
        <Words key="from" text={label(from)} />,
        <span key="relation" className={clsx('whitespace-nowrap', isDisputed && 'line-through')}>
          {relations[relation]}
        </span>,
        <Words key="to" text={label(to)} />,
        <span key="weight" className="whitespace-nowrap tabular-nums">
          {weightOf({ relation, weight })}
          {isDisputed && <span className="block @2xl:inline text-failure"> {disputed}</span>}
        </span>,
        <span key="known" className="block min-w-20">
          {known.map((basis) => bases[basis]).join(', ') || nobody}
        </span>,
      ]}
    />
  );
}

function Nodes({ picture, node, onNode }: Pick<TwinProps, 'picture' | 'node' | 'onNode'>) {
  return (
    <Rows<CausalNode>
      heads={[columns.node, columns.kind, columns.causes, columns.effects, columns.sessions]}
      items={picture.nodes}
      chosen={node}
      onChoose={onNode}
      name={({ label }) => label}
      cells={(one) => [
        <Words key="label" text={one.label} />,
        causesWords.kind(one.kind),
        <Numbers key="causes" text={words.causesOf(one)} />,
        <Numbers key="effects" text={words.effectsOf(one)} />,
        one.episodes,
      ]}
    />
  );
}

/** The content of the map as a table; both share one selection. */
export function Twin({ picture, rows, onRows, node, edge, onNode, onEdge }: TwinProps) {
  const [what, setWhat] = useState<TwinRows>(rows);
  // A selection on the map must be visible here too.
  const [followed, setFollowed] = useState<string | null>(null);
  const chosen = edge ?? node;
  if (chosen !== followed) {
    setFollowed(chosen);
    if (edge !== null) setWhat('edges');
    else if (node !== null) setWhat('nodes');
  }
  const choose = (next: TwinRows) => {
    setWhat(next);
    onRows(next);
  };
  const options = [
    { value: 'edges' as const, label: words.edges(picture.edges.length), icon: words.edges(picture.edges.length) },
    { value: 'nodes' as const, label: words.nodes(picture.nodes.length), icon: words.nodes(picture.nodes.length) },
  ];
  return (
    <section aria-label={words.label} className="@container flex min-h-0 grow flex-col bg-surface">
      <div className="flex items-center border-line border-y px-2 py-1">
        <Segmented label={words.what} options={options} value={what} onChange={choose} />
      </div>
      {/* What is scrolled to stands below the head, and shows that more follows. */}
      <div data-place="twin" className="min-h-0 grow scroll-pt-7 scroll-pb-4 overflow-y-auto">
        {what === 'nodes' && <Nodes picture={picture} node={node} onNode={onNode} />}
        {what === 'edges' &&
          (picture.edges.length > 0 ? (
            <Edges picture={picture} edge={edge} onEdge={onEdge} />
          ) : (
            <p className="px-4 py-3 text-ink-3">{words.none}</p>
          ))}
      </div>
    </section>
  );
}
