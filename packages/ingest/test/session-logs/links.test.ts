import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { fromJson } from './logs.ts';

describe('R10: links', () => {
  it('follow exact, different times as order, never as cause', () => {
    verifies('B1-14');
    const workLog = ['09:00', '09:00', '10:00'].map((time, at) => ({
      action: `Thing ${at}`,
      timestamp: `2026-03-04T${time}:00Z`,
    }));
    expect(fromJson({ workLog }).content.links).toEqual([
      { from: 'e002', to: 'e003', relation: 'precedes', basis: 'temporal' },
    ]);
  });

  it('are the log’s own where it names them', () => {
    verifies('S1-56');
    const log = {
      decisions: [{ id: 'D1', decision: 'Sort before writing', effects: ['E1'] }],
      workLog: [
        { id: 'E1', action: 'Sorted the rows' },
        { id: 'E2', action: 'Compared the files', caused_by: ['E1', 'E9'] },
      ],
    };
    expect(fromJson(log).content.links).toEqual([
      { from: 'd001', to: 'e001', relation: 'causes', basis: 'asserted_by_agent' },
      { from: 'e001', to: 'e002', relation: 'causes', basis: 'asserted_by_agent' },
    ]);
  });

  it('are textual where a sentence says what something came from', () => {
    const workLog = [
      'The lock file was left behind',
      'The build stopped, caused by the lock file was left behind',
      'Went on because of reasons',
    ];
    expect(fromJson({ workLog }).content.links).toEqual([
      { from: 'e001', to: 'e002', relation: 'causes', basis: 'textual' },
    ]);
  });

  it.each([
    'The build stopped, not caused by',
    "The stop of the build wasn't directly caused by",
    'The build stopped, which may have been due to',
    'It was asked whether the build stopped because of',
  ])('are none where a sentence denies or guesses it: %s', (said) => {
    const workLog = ['The lock file was left behind', `${said} the lock file was left behind`];
    expect(fromJson({ workLog }).content.links).toEqual([]);
  });

  it('have no circle', () => {
    verifies('R10');
    const workLog = [
      { id: 'E1', action: 'One', caused_by: ['E2'] },
      { id: 'E2', action: 'Two', caused_by: ['E1'] },
    ];
    expect(fromJson({ workLog }).content.links).toHaveLength(1);
  });
});
