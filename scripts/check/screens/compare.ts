import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How a picture compares with the one that was kept. */
export type Difference = { kind: 'new' } | { kind: 'other size' } | { kind: 'same size'; share: number };

/** Compares two pictures. If they differ, writes a third one to `marked` that shows where. Smoothed edges are ignored. */
export function compare(kept: string, taken: string, marked: string): Difference {
  if (!existsSync(kept)) return { kind: 'new' };
  const before = PNG.sync.read(readFileSync(kept));
  const after = PNG.sync.read(readFileSync(taken));
  const { width, height } = after;
  if (before.width !== width || before.height !== height) return { kind: 'other size' };
  const marks = new PNG({ width, height });
  const pixels = pixelmatch(before.data, after.data, marks.data, width, height, { threshold: 0.1 });
  if (pixels > 0) writeFileSync(marked, PNG.sync.write(marks));
  return { kind: 'same size', share: pixels / (width * height) };
}
