import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Area, arrangementOf, fitPlace, placeAmong, SMALLEST, withPlace } from '../src/main/window-place.ts';

const LEFT: Area = { x: 0, y: 0, width: 1920, height: 1080 };
const RIGHT: Area = { x: 1920, y: 0, width: 1280, height: 1024 };

describe('the place of the window', () => {
  it('is the one that was kept, where the screens still show it', () => {
    const kept = { x: 2000, y: 40, width: 900, height: 700, isMaximized: true, zoom: 1.25 };
    expect(fitPlace(kept, [LEFT, RIGHT])).toEqual(kept);
  });

  it('is left to the system when its screen was unplugged, and keeps the size', () => {
    const { x, y, ...size } = fitPlace({ x: 2000, y: 40, width: 900, height: 700 }, [LEFT]);
    expect([x, y]).toEqual([undefined, undefined]);
    expect(size).toEqual({ width: 900, height: 700, isMaximized: false, zoom: 1 });
  });

  it('can be seen and taken hold of, whatever the file holds', () => {
    const value = fc.oneof(
      fc.integer(),
      fc.double(),
      fc.string(),
      fc.constant(null),
      fc.boolean(),
      fc.integer({ min: -3000, max: 4000 }),
    );
    const file = fc.oneof(
      fc.jsonValue(),
      fc.record(
        { x: value, y: value, width: value, height: value, isMaximized: value, zoom: value },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(file, (kept) => {
        const { x, y, width, height, zoom } = fitPlace(kept, [LEFT, RIGHT]);
        expect(width).toBeGreaterThanOrEqual(SMALLEST.width);
        expect(width).toBeLessThanOrEqual(LEFT.width);
        expect(height).toBeGreaterThanOrEqual(SMALLEST.height);
        expect(height).toBeLessThanOrEqual(LEFT.height);
        expect(zoom).toBeGreaterThanOrEqual(0.5);
        expect(zoom).toBeLessThanOrEqual(3);
        if (x === undefined || y === undefined) return;
        const isHeld = [LEFT, RIGHT].some(
          (screen) =>
            x + width > screen.x + 100 &&
            x < screen.x + screen.width - 100 &&
            y >= screen.y &&
            y < screen.y + screen.height,
        );
        expect(isHeld).toBe(true);
      }),
      { seed: 5 },
    );
  });
});

describe('the screens that are there', () => {
  const desk = { x: 2000, y: 40, width: 1200, height: 900, isMaximized: false, zoom: 1.25 };
  const way = { x: 10, y: 20, width: 900, height: 700, isMaximized: false, zoom: 1 };

  it('have each their own place, and others the last one', () => {
    const first = withPlace(null, [LEFT, RIGHT], desk);
    const both = withPlace(first, [LEFT], way);
    expect(placeAmong(both, [RIGHT, LEFT])).toEqual(desk);
    expect(placeAmong(both, [LEFT])).toEqual(way);
    expect(placeAmong(both, [{ ...LEFT, width: 2560 }])).toEqual(way);
  });

  it('are remembered up to ten arrangements, the latest', () => {
    let kept: object | null = null;
    for (let width = 1001; width <= 1012; width++)
      kept = withPlace(kept, [{ ...LEFT, width }], { ...way, width: width - 500 });
    expect(placeAmong(kept, [{ ...LEFT, width: 1003 }]).width).toBe(503);
    // The second was forgotten: its screens get the last place.
    expect(placeAmong(kept, [{ ...LEFT, width: 1002 }]).width).toBe(512);
  });

  it('get a place also from a file of before, and from a damaged one', () => {
    expect(placeAmong(way, [LEFT])).toEqual(way);
    for (const kept of [null, 7, [], { places: 3 }, { places: { [arrangementOf([LEFT])]: 'x' } }])
      expect(placeAmong(kept, [LEFT])).toMatchObject({ width: 1280, height: 800, zoom: 1 });
  });
});
