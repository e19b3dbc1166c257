import type { Envelope, Position } from '@twicewise/contract';
import { expect, test } from 'vitest';
import type { Answer, Bridge, Push } from '../src/bridge.ts';
import { createIpcTransport } from '../src/renderer/ipc-transport.ts';

/** A transport over a bridge that gives these answers, one after the other; a missing one is a failed call. */
function over(...answers: (Answer | undefined)[]) {
  const call = async () => {
    const next = answers.shift();
    if (next === undefined) throw new Error('the main process has ended');
    return next;
  };
  const bridge = { call, subscribe: (_listener: (push: Push) => void) => () => {}, native: {} as Bridge['native'] };
  return createIpcTransport(bridge, () => {});
}

const ok: Envelope = { ok: true, value: null };
const at = (revision: number, epoch = 'e'): Position => ({ epoch, revision });

test('the window knows how old its oldest answer is, and does not ask again for what is new enough', async () => {
  const transport = over({ ...ok, position: at(5) }, { ...ok, position: at(3) });
  await transport.send('host.status', {});
  expect(transport.isUpTo(at(5))).toBe(true);
  expect(transport.isUpTo(at(6))).toBe(false);
  await transport.send('host.status', {});
  expect(transport.isUpTo(at(5))).toBe(false);
  expect(transport.isUpTo(at(3))).toBe(true);
  expect(transport.isUpTo(at(3, 'another host'))).toBe(false);
});

test('an answer that does not say how old it is may be of any age; a call that failed is no answer', async () => {
  const transport = over(undefined, ok);
  expect(await transport.send('host.status', {})).toMatchObject({ ok: false, error: { code: 'internal' } });
  expect(transport.isUpTo(at(1))).toBe(true);
  await transport.send('host.status', {});
  expect(transport.isUpTo(at(1))).toBe(false);
});
