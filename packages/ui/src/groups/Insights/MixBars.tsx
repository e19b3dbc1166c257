import { FEWEST_OUTCOMES, type Mix, type MixRow, OUTCOMES } from '@twicewise/contract';
import { Figure } from '../../elements/Chart/Figure.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { useProjectName } from '../../state/chosen-project.tsx';
import { insights } from '../../strings/insights.ts';
import { insightsParts } from '../../strings/insights-parts.ts';
import { count, percent, strings } from '../../strings.ts';
import { FirstFive } from './FirstFive.tsx';
import { OutcomeArea } from './OutcomeArea.tsx';
import { outcomeParts } from './outcomes.tsx';

const words = insights.mix;
const { columns } = insights;

interface MixBarsProps {
  by: 'project' | 'tag' | 'agent';
  mix: Mix;
  /** Returns undefined for a value that no filter can select. */
  onOpen: (row: MixRow) => (() => void) | undefined;
}

/** The length is a percentage of the longest bar; the parts follow each other. */
function Bar({ row, most }: { row: MixRow; most: number }) {
  let left = 0;
  return (
    <svg width="100%" height={10} preserveAspectRatio="none" aria-hidden>
      {OUTCOMES.map((outcome) => {
        const width = (row.outcomes[outcome] / most) * 100;
        const x = left;
        left += width;
        return width > 0 && <OutcomeArea key={outcome} outcome={outcome} x={`${x}%`} width={`${width}%`} height={10} />;
      })}
    </svg>
  );
}

function Row({
  row,
  name,
  most,
  onOpen,
}: {
  row: MixRow;
  name: string;
  most: number;
  onOpen: (() => void) | undefined;
}) {
  const { value, n, low, high } = row.success;
  const isKnown = n >= FEWEST_OUTCOMES && value !== null && low !== null && high !== null;
  return (
    <li
      className="grid min-h-7 grid-cols-[minmax(0,12rem)_3.5rem_minmax(0,1fr)_8rem] items-center gap-3 text-small tabular-nums"
      title={words.label(name, outcomeParts(row.outcomes))}
    >
      {onOpen ? (
        <TextLink dir="auto" className="min-h-6 truncate text-left" onClick={onOpen}>
          {name}
        </TextLink>
      ) : (
        <span className="truncate text-ink-2">{name}</span>
      )}
      <span className="text-right">{count(row.count)}</span>
      <Bar row={row} most={most} />
      <span className="whitespace-nowrap text-right text-ink-2">
        {isKnown ? `${percent(value)} (${Math.round(low * 100)}–${Math.round(high * 100)})` : `n = ${count(n)}`}
      </span>
    </li>
  );
}

/** The outcomes of lessons per project, tag or agent, with their success rate. */
export function MixBars({ by, mix, onOpen }: MixBarsProps) {
  const { rows, leftOut } = mix;
  const name = `by-${by}` as const;
  const projectName = useProjectName();
  const nameOf = ({ label, value }: MixRow) => {
    const called = label ?? value ?? words.noAgent;
    return by === 'project' ? projectName(value, called) : called;
  };
  const named = rows.filter(({ value }) => value !== null);
  const notes = [by === 'tag' && rows.length > 0 ? words.tags : '', words.listed(rows.length, leftOut)];
  const table = {
    columns: [
      insightsParts[name],
      columns.lessons,
      ...OUTCOMES.map((outcome) => strings.outcome[outcome]),
      columns.rate,
      columns.n,
    ],
    rows: rows.map((row) => [
      nameOf(row),
      row.count,
      ...OUTCOMES.map((outcome) => row.outcomes[outcome]),
      row.success.value,
      row.success.n,
    ]),
    openers: rows.map(onOpen),
    show: (value: number, column: number) => (column === 6 ? percent(value) : count(value)),
  };
  const isEmpty = named.length === 0;
  return (
    <Figure
      shape="bars"
      name={name}
      finding={isEmpty ? words.none : notes.filter(Boolean).join(' ')}
      table={isEmpty ? { columns: [], rows: [] } : table}
    >
      {isEmpty
        ? undefined
        : () => (
            <FirstFive
              name={name}
              rows={rows}
              draw={(row) => (
                <Row
                  key={row.value ?? ''}
                  row={row}
                  name={nameOf(row)}
                  most={rows[0]?.count ?? 1}
                  onOpen={onOpen(row)}
                />
              )}
            />
          )}
    </Figure>
  );
}
