import type { Caller } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from '../harness.ts';

let now = Date.parse('2026-03-01T12:00:00Z');
let test: TestCore;
beforeEach(() => {
  test = new TestCore({ now: () => now });
});
afterEach(() => test.remove());

const original = agentIn('/work/shop', { session: 'original' });
const copy = agentIn('/work/shop', { session: 'copy' });
const PROMPT = 'Authentication tokens expire too early, please fix';
const LESSON = { taskDescription: 'Fix authentication token expiry', outcome: 'failure' as const };

function store(approach: string, caller: Caller = agentIn('/work/shop', { session: 'earlier' })) {
  now += 60_000;
  return test.call('reflection.store', { ...LESSON, nextStrategy: approach }, caller);
}

async function silenceOf(occasion: 'prompt' | 'context_cut' | 'session_start', caller: Caller, more = {}) {
  now += 60_000;
  const text = occasion === 'prompt' ? PROMPT : '';
  return (await test.call('memory.remind', { occasion, text, ...more }, caller)).silence;
}

/** Starts a session that continues with a copy of another session's context. */
const fork = (caller: Caller, forkedFrom: string) => silenceOf('session_start', caller, { forkedFrom });

describe('a copy of a session', () => {
  it('knows what the original was told and stored, and is told what it was not', async () => {
    await store('compare the clocks');
    expect(await silenceOf('prompt', original)).toBeNull();
    await store('ask for the clock of the gateway', original);
    expect(await fork(copy, 'original')).toBe('known_already');
    expect(await silenceOf('prompt', copy)).toBe('known_already');
    await store('read the header of the answer');
    expect(await silenceOf('prompt', copy)).toBeNull();
    expect(await silenceOf('prompt', copy)).toBe('known_already');
  });

  it('does not know what the original hears later, nor the other way round', async () => {
    await fork(copy, 'original');
    await store('compare the clocks');
    expect(await silenceOf('prompt', original)).toBeNull();
    expect(await silenceOf('prompt', copy)).toBeNull();
  });

  it('of a copy knows what both knew', async () => {
    await store('compare the clocks');
    expect(await silenceOf('prompt', original)).toBeNull();
    await fork(copy, 'original');
    await store('read the header of the answer');
    expect(await silenceOf('prompt', copy)).toBeNull();
    const third = agentIn('/work/shop', { session: 'third' });
    await fork(third, 'copy');
    expect(await silenceOf('prompt', third)).toBe('known_already');
  });

  it('knows nothing any more once its own context was cut', async () => {
    await store('compare the clocks');
    expect(await silenceOf('prompt', original)).toBeNull();
    await fork(copy, 'original');
    expect(await silenceOf('context_cut', copy)).toBeNull();
  });

  it('knows nothing that was cut from the original before', async () => {
    now += 60_000;
    const worked = { ...LESSON, outcome: 'success' as const, whatWorked: ['comparing the clocks'] };
    await test.call('reflection.store', worked, agentIn('/work/shop', { session: 'earlier' }));
    expect(await silenceOf('prompt', original)).toBeNull();
    expect(await silenceOf('context_cut', original)).toBe('nothing_relevant');
    await fork(copy, 'original');
    expect(await silenceOf('prompt', copy)).toBeNull();
  });

  it('has subagents of its own, which were told nothing', async () => {
    await store('compare the clocks');
    expect(await silenceOf('prompt', original)).toBeNull();
    await fork(copy, 'original');
    expect(await silenceOf('prompt', { ...copy, subagent: 'one' })).toBeNull();
  });

  it('that is said to be a copy of itself, or of its own copy, is answered like any session', async () => {
    await store('compare the clocks');
    await fork(copy, 'copy');
    await fork(original, 'copy');
    await fork(copy, 'original');
    expect(await silenceOf('prompt', copy)).toBeNull();
    expect(await silenceOf('prompt', copy)).toBe('known_already');
  });
});
