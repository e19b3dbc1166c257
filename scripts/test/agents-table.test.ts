import { describe, expect, it } from 'vitest';
import { type Row, readRows, withFound, withRows } from '../check/agents/clients-table.ts';

const EMPTY =
  '# Programs\n\nBefore.\n\n<!-- written by check:agents: begin -->\n<!-- written by check:agents: end -->\n\nAfter.\n';
const COLUMNS = ['tool call', 'failing command', 'forked'].map((heading) => ({
  heading,
  proves: `The ${heading} works.`,
}));

const CLAUDE: Row = {
  client: 'Claude Code',
  version: '2.1.330',
  cells: { 'tool call': 'yes', 'failing command': 'no', forked: '–' },
  notes: { 'failing command': 'told twice | in all', forked: 'it has no copies' },
  checked: '2026-11-20',
};
const OLDER: Row = { ...CLAUDE, version: '2.0.54', cells: { 'tool call': 'yes' }, notes: {}, checked: '2026-11-19' };
const CODEX: Row = { ...OLDER, client: 'Codex', version: '0.169.0' };

describe('the table of programs', () => {
  it('is written between its marks, with reasons and columns under it, and leaves the prose as it is', () => {
    expect(withRows(EMPTY, [CLAUDE], COLUMNS)).toBe(
      [
        '# Programs\n\nBefore.\n\n<!-- written by check:agents: begin -->\n',
        '| client | version | tool call | failing command | forked | checked |',
        '| --- | --- | :-: | :-: | :-: | --- |',
        '| Claude Code | 2.1.330 | yes | no | – | 2026-11-20 |\n',
        '- Claude Code 2.1.330, failing command: told twice | in all',
        '- Claude Code 2.1.330, forked: it has no copies\n',
        'The columns:\n',
        '- **tool call**: The tool call works.',
        '- **failing command**: The failing command works.',
        '- **forked**: The forked works.\n',
        '<!-- written by check:agents: end -->\n\nAfter.\n',
      ].join('\n'),
    );
  });

  it('is read as it was written', () => {
    const page = withRows(EMPTY, [CLAUDE, OLDER], COLUMNS);
    expect(readRows(page)).toEqual([CLAUDE, OLDER]);
    expect(withRows(page, readRows(page), COLUMNS)).toBe(page);
    expect(readRows(EMPTY)).toEqual([]);
  });

  it('has programs by name and their versions from the newest', () => {
    const page = withRows(EMPTY, [CODEX, OLDER, CLAUDE], COLUMNS);
    expect(readRows(page).map(({ version }) => version)).toEqual(['2.1.330', '2.0.54', '0.169.0']);
  });

  it('refuses a page without marks, so that nothing is overwritten', () => {
    expect(() => withRows('# Programs\n', [CLAUDE], COLUMNS)).toThrow('has no "<!-- written by check:agents: begin');
  });
});

describe('what a run found', () => {
  it('leaves rows and cells that it did not run as they were', () => {
    const found: Row = {
      ...CLAUDE,
      cells: { 'failing command': 'yes' },
      notes: {},
      checked: '2026-11-23',
    };
    expect(withFound([CODEX, CLAUDE], found)).toEqual([
      CODEX,
      {
        ...CLAUDE,
        cells: { 'tool call': 'yes', 'failing command': 'yes', forked: '–' },
        notes: { forked: 'it has no copies' },
        checked: '2026-11-23',
      },
    ]);
  });

  it('is a row of its own for a version that was never tried', () => {
    expect(withFound([CLAUDE], OLDER)).toEqual([CLAUDE, OLDER]);
  });
});
