import { describe, expect, it } from 'vitest';
import { readCauses } from './causes-view.ts';
import { stringifySearch } from './lessons-view.ts';
import { MOST_PINNED, pinnedPlaces, readPins, withoutPin, withPin } from './map-pins.ts';

const NODE = 'node_0123456789ab';
const nodeOf = (index: number) => `node_${index.toString(16).padStart(12, '0')}`;

describe('the pins of a link', () => {
  it('are read again as they were written, to a whole number', () => {
    const pins = withPin(withPin([], NODE, { x: 1.4, y: -0.3 }) ?? [], nodeOf(1), { x: -284, y: 5e9 }) ?? [];
    expect(readPins(pins)).toEqual(pins);
    expect(pinnedPlaces(pins)).toEqual({ [NODE]: { x: 1, y: 0 }, [nodeOf(1)]: { x: -284, y: 100_000 } });
  });

  it.each([
    'node_1.1.2',
    `${NODE}.1`,
    `${NODE}.1.5.2`,
    `${NODE}.1e3.2`,
    `${NODE}.999999.2`,
    `${NODE}.NaN.2`,
    `x${NODE}.1.2`,
    '__proto__.1.2',
  ])('refuse %j', (pin) => expect(readPins([pin])).toEqual([]));

  it('have one place for a node: the latest where it is moved, the first where a link has two', () => {
    const moved = withPin(withPin([], NODE, { x: 1, y: 1 }) ?? [], NODE, { x: 2, y: 2 });
    expect(moved).toEqual([`${NODE}.2.2`]);
    expect(readPins([`${NODE}.1.1`, `${NODE}.2.2`])).toEqual([`${NODE}.1.1`]);
    expect(withoutPin(moved ?? [], NODE)).toEqual([]);
  });

  it('are at most forty; a pinned node can still be moved then', () => {
    const many = Array.from({ length: 90 }, (_, index) => `${nodeOf(index)}.0.0`);
    const pins = readPins(many);
    expect(pins.length).toBe(MOST_PINNED);
    expect(withPin(pins, NODE, { x: 0, y: 0 })).toBeNull();
    expect(withPin(pins, nodeOf(3), { x: 7, y: 7 })).toContain(`${nodeOf(3)}.7.7`);
  });
});

it('the link of a map is short enough to be sent, whatever was hidden, pinned and expanded', () => {
  const ids = Array.from({ length: 2000 }, (_, index) => nodeOf(index));
  const pin = ids.map((id) => `${id}.-100000.-100000`);
  const hide = ids.slice(2);
  const view = readCauses({ node: ids[0], at: ids[1], only: ids[2], open: ids, hide, pin, even: '7' });
  expect([view.open?.length, view.hide?.length, view.pin?.length]).toEqual([12, 100, MOST_PINNED]);
  expect(stringifySearch({ ...view }).length).toBeLessThan(4600);
});
