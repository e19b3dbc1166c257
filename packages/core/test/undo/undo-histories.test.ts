import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OperationRecorder } from '../../src/runtime/operation-recorder.ts';
import { TestCore } from '../harness.ts';
import { furnish, history, isUndoneExactly, Player } from '../histories.ts';

const HISTORIES = 1000;
/** Number of histories that share a memory: a new file for each would take longer than the histories. */
const PER_MEMORY = 100;

let test: TestCore;
afterEach(async () => {
  vi.restoreAllMocks();
  await test.remove();
});

async function holds(steps: fc.Arbitrary<Parameters<Player['play']>[0]>, runs: number, seed: number) {
  test = new TestCore();
  await furnish(test);
  const player = new Player(test);
  const property = fc.asyncProperty(steps, (one) => isUndoneExactly(test, player, one));
  const details = await fc.check(property, { numRuns: runs, seed, endOnFailure: true });
  return { details, player };
}

describe('histories taken back', () => {
  verifies('C-03', 'T15');
  for (let part = 0; part < HISTORIES / PER_MEMORY; part++) {
    it(`leave the memory as it was, in ${PER_MEMORY} random histories (part ${part + 1} of ${HISTORIES / PER_MEMORY})`, async () => {
      const { details, player } = await holds(history, PER_MEMORY, 20_260_301 + part);
      expect(details.failed, `${fc.defaultReportMessage(details)}\n${details.errorInstance}`).toBe(false);
      expect(player.done).toBeGreaterThan(PER_MEMORY);
    });
  }

  it('are caught by the same harness when reversing forgets a list of the lesson', async () => {
    const replace = OperationRecorder.prototype.restore;
    vi.spyOn(OperationRecorder.prototype, 'restore').mockImplementation(function (
      this: OperationRecorder,
      kind,
      id,
      fields,
    ) {
      const { tags: _forgotten, ...rest } = fields;
      replace.call(this, kind, id, rest);
    });
    const { details } = await holds(history, 200, 1);
    expect(details.failed).toBe(true);
  });

  it('are caught by the same harness when a removed record stays', async () => {
    vi.spyOn(OperationRecorder.prototype, 'remove').mockImplementation(() => {});
    const { details } = await holds(history, 20, 1);
    expect(details.failed).toBe(true);
  });
});
