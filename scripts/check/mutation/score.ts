/** The result for one change of a source, as the tool names it. */
export type MutantStatus =
  | 'Killed'
  | 'Timeout'
  | 'Survived'
  | 'NoCoverage'
  | 'CompileError'
  | 'RuntimeError'
  | 'Ignored'
  | 'Pending';

/** The parts of the tool's report that are read here. */
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

/** Counts for the changes of a module. */
export interface Score {
  killed: number;
  /** Stopped because the tests ran so much longer than without the change; this counts as noticed. */
  timeouts: number;
  survived: number;
  /** Changes in code that no test runs. */
  uncovered: number;
  /** Changes that the tool could not try; they are left out of the percentage. */
  failed: number;
  /** Noticed changes as a percentage of those that were tried. */
  percent: number;
}

/** Counts the changes in a report. */
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

/** One line for each change that no test noticed: its place, the source, and what it was changed to. */
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
