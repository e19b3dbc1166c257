import type { Measured } from './rounds.ts';
import type { SideName } from './sides.ts';
import type { Judged } from './statistics.ts';

/** One row of the table: the same work on each side. */
export interface Row {
  size: number;
  door: 'in-process' | 'MCP';
  operation: string;
  clients: number;
  sides: Partial<Record<SideName, Measured>>;
}

/** A single number per side. */
export interface Fact {
  name: string;
  unit: string;
  sides: Partial<Record<SideName, number>>;
  /** Lowest and highest value of the repetitions, if there were several. */
  spread?: Partial<Record<SideName, [number, number]>>;
}

/** Everything that one run measured. */
export interface Results {
  at: string;
  machine: string;
  /** One-minute load average before and after: other programs on the machine make every number worse. */
  load: [number, number];
  command: string;
  rows: Row[];
  facts: Fact[];
  aims: Judged[];
}
