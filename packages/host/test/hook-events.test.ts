import { describe, expect, it } from 'vitest';
import { isAfterTool, momentOf } from '../bin/hook-entry.mjs';
import { HOOK_PROGRAMS } from '../src/connect/hook-events.ts';
import { FORMATS } from '../src/hooks/formats.ts';
import { eventOf } from '../src/hooks/payload.ts';

// The hook's process, the formats and the entries in configuration files each know events by name, and must agree.

/** Which time limit holds for an event, whether it follows a tool that may have succeeded, and for which occasion it captures. */
const MEANT: Readonly<Record<string, readonly [moment: string, isAfterTool: boolean, capture: string | null]>> = {
  SessionStart: ['start', false, null],
  UserPromptSubmit: ['meanwhile', false, null],
  UserPromptSubmitted: ['meanwhile', false, null],
  BeforeAgent: ['meanwhile', false, null],
  PostToolUse: ['meanwhile', true, null],
  AfterTool: ['meanwhile', true, null],
  PostToolUseFailure: ['meanwhile', false, null],
  Stop: ['turn', false, 'turn'],
  AfterAgent: ['turn', false, 'turn'],
  PreCompact: ['turn', false, 'compaction'],
  SessionEnd: ['end', false, 'end'],
};

const capitalized = (event: string) => event.charAt(0).toUpperCase() + event.slice(1);
const ENTERED = HOOK_PROGRAMS.flatMap(({ agent, events }) => events.map(({ event }) => [agent, event] as const));

describe('an entered event', () => {
  it.each(ENTERED)('of %s is understood as it is meant: %s', (_agent, event) => {
    // An entry names the event with a capital letter; the payload, as the program does.
    const names = [event, capitalized(event)];
    const [moment, afterTool, capture] = MEANT[capitalized(event)] ?? [];
    expect(names.map(momentOf)).toEqual([moment, moment]);
    expect(names.map(isAfterTool)).toEqual([afterTool, afterTool]);
    const told = { hook_event_name: capitalized(event), session_id: 's', transcript_path: '/t', agent_id: null };
    expect(eventOf(told, null).capture).toBe(capture);
  });
});

it('every program whose hooks are understood is entered, or has a file of ours', () => {
  const ofOurs = ['cline', 'opencode'];
  const entered = HOOK_PROGRAMS.map(({ agent }) => agent);
  expect([...entered, ...ofOurs].sort()).toEqual(FORMATS.map(({ agent }) => agent).sort());
});
