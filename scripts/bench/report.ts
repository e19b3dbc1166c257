import type { Fact, Results, Row } from './results.ts';
import type { Measured } from './rounds.ts';
import { type Judged, ratio } from './statistics.ts';

/** Three significant digits, with thousands separators. */
export function show(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  return value === 0 ? '0' : String(Number(value.toPrecision(3)));
}

function times(value: number | null): string {
  return value === null ? '' : `${value.toFixed(2)}×`;
}

function cells(values: readonly string[]): string {
  return `| ${values.join(' | ')} |`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [cells(head), cells(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(cells)].join('\n');
}

function side(measured: Measured | undefined): string[] {
  if (!measured) return ['', '', '', ''];
  const { perSecond, p50, p95, p99, cpu, spread } = measured;
  const [low, high] = spread.perSecond;
  return [`${show(perSecond)} (${show(low)}–${show(high)})`, `${show(p50)} / ${show(p95)} / ${show(p99)}`, show(cpu)];
}

function rowCells(row: Row, withAgainst: boolean): string[] {
  const { ours, plain, against } = row.sides;
  return [
    `${row.operation}, ${row.clients} client${row.clients === 1 ? '' : 's'}, ${row.door}, ${row.size.toLocaleString('en')}`,
    ...side(ours),
    ...side(plain),
    times(ratio(ours?.p50, plain?.p50)),
    times(ratio(ours?.perSecond, plain?.perSecond)),
    ...(withAgainst ? [...side(against), times(ratio(ours?.p50, against?.p50))] : []),
  ];
}

function rowTable(rows: readonly Row[], withAgainst: boolean): string {
  const columns = (name: string) => [`${name}/s (range)`, `${name} p50 / p95 / p99 ms`, `${name} CPU ms`];
  const head = ['calls', ...columns('ours'), ...columns('plain'), 'latency', 'throughput'];
  return table(
    withAgainst ? [...head, ...columns('against'), 'latency, ours / against'] : head,
    rows.map((row) => rowCells(row, withAgainst)),
  );
}

function factCells({ name, unit, sides, spread }: Fact, withAgainst: boolean): string[] {
  const cell = (key: 'ours' | 'plain' | 'against') => {
    const value = sides[key];
    const range = spread?.[key];
    if (value === undefined) return '';
    return range ? `${show(value)} (${show(range[0])}–${show(range[1])})` : show(value);
  };
  const both = [`${name}, ${unit}`, cell('ours'), cell('plain'), times(ratio(sides.ours, sides.plain))];
  return withAgainst ? [...both, cell('against')] : both;
}

function aimCells({ name, value, limit, direction, unit, verdict }: Judged): string[] {
  const sign = direction === 'at most' ? '≤' : '≥';
  return [name, `${show(value)} ${unit}`, `${sign} ${show(limit)}`, verdict === 'met' ? 'met' : `**${verdict}**`];
}

/** The whole run as Markdown. */
export function toMarkdown(results: Results): string {
  const { rows, facts, aims, at, machine, load, command } = results;
  const withAgainst = [...rows, ...facts].some(({ sides }) => sides.against !== undefined);
  const factHead = ['number', 'ours', 'plain', 'ours / plain', ...(withAgainst ? ['against'] : [])];
  return [
    `Measured ${at} on ${machine}; load average ${load[0].toFixed(1)} before, ${load[1].toFixed(1)} after. \`${command}\``,
    rowTable(rows, withAgainst),
    table(
      factHead,
      facts.map((fact) => factCells(fact, withAgainst)),
    ),
    table(['aim', 'measured', 'aim is', 'verdict'], aims.map(aimCells)),
    `${aims.filter(({ verdict }) => verdict === 'met').length} of ${aims.length} aims met.`,
  ].join('\n\n');
}
