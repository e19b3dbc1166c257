/** What became of one change of a source, as the tool calls it. */
export type MutantStatus =
  | 'Killed'
  | 'Timeout'
  | 'Survived'
  | 'NoCoverage'
  | 'CompileError'
  | 'RuntimeError'
  | 'Ignored'
  | 'Pending';

/** What the tool reports of a run, as far as it is read here. */
export interface MutationReport {
  files: Record<
    string,
    {
      source: string;
      mutants: {
        mutatorName: string;
        replacement?: string;
        status: MutantStatus;
        location: { start: { line: number } };
      }[];
    }
  >;
}

/** The changes of a module, counted. */
export interface Score {
  killed: number;
  /** Ran for so much longer than without the change that they were stopped: noticed, as by a person who waits. */
  timeouts: number;
  survived: number;
  /** In code that no test runs. */
  uncovered: number;
  /** Changes that the tool could not try; they count for nothing. */
  failed: number;
  /** Share of those that were noticed of all that were tried, 0 to 100. */
  percent: number;
}

/** Counts a report. */
export function scoreOf({ files }: MutationReport): Score {
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...wanted: MutantStatus[]) => statuses.filter((status) => wanted.includes(status)).length;
  const [killed, timeouts, survived, uncovered] = [
    count('Killed'),
    count('Timeout'),
    count('Survived'),
    count('NoCoverage'),
  ] as const;
  const tried = killed + timeouts + survived + uncovered;
  const percent = tried === 0 ? 0 : ((killed + timeouts) / tried) * 100;
  return { killed, timeouts, survived, uncovered, failed: statuses.length - tried, percent };
}

const LONGEST_LINE = 100;
const oneLine = (text: string) => text.trim().replace(/\s+/g, ' ').slice(0, LONGEST_LINE);

/** A line for each change that no test noticed: where, what the source says, and what it was changed to. */
export function survivorsOf({ files }: MutationReport): string[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .sort((one, other) => one.location.start.line - other.location.start.line)
      .map(({ location: { start }, mutatorName, replacement = '', status }) => {
        const how = status === 'NoCoverage' ? 'not run, ' : '';
        const said = oneLine(lines[start.line - 1] ?? '');
        return `${file}:${start.line}  ${said}  (${how}${mutatorName}: ${oneLine(replacement)})`;
      });
  });
}
