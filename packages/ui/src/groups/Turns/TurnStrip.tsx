import type { TurnRow } from '@twicewise/contract';
import { type CSSProperties, useMemo } from 'react';
import { useWidth } from '../../elements/Chart/use-width.ts';
import { turns as words } from '../../strings/turns.ts';
import { barsPath } from './bars.ts';

/** Height of the strip in CSS pixels. */
const HEIGHT = 48;
/** The thumb is as wide as a bar, so that a click on a bar chooses its turn. */
const THUMB =
  '[&::-webkit-slider-thumb]:h-12 [&::-webkit-slider-thumb]:w-(--bar) [&::-webkit-slider-thumb]:appearance-none';

const SLIDER = 'turn-slider';
/** Gives the focus to the slider. */
export const focusSlider = () => document.getElementById(SLIDER)?.focus();

interface TurnStripProps {
  turns: readonly TurnRow[];
  /** Place of the shown turn. */
  place: number;
  onPlace: (place: number) => void;
}

/** All turns side by side, each as high as its context is large; a slider that goes through them. */
export function TurnStrip({ turns, place, onPlace }: TurnStripProps) {
  const [measure, width] = useWidth();
  const shapes = useMemo(() => {
    const sizes = turns.map(({ contextTokens }) => contextTokens);
    const path = (isDrawn: (turn: TurnRow) => boolean) =>
      barsPath(sizes, { width, height: HEIGHT, isDrawn: (at) => turns[at] !== undefined && isDrawn(turns[at]) });
    return { whole: path(({ error }) => error === null), broken: path(({ error }) => error !== null) };
  }, [turns, width]);
  const shown = turns[place];
  const bar = width / turns.length;
  if (!shown) return null;
  return (
    <div
      ref={measure}
      className="relative h-12 rounded-sm border-line border-b has-focus-visible:outline-2 has-focus-visible:outline-signal has-focus-visible:outline-offset-2"
    >
      <svg width="100%" height={HEIGHT} aria-hidden className="absolute inset-0">
        <rect x={place * bar} width={Math.max(bar, 2)} height={HEIGHT} className="fill-signal-tint" />
        <path d={shapes.whole} className="fill-control" />
        <path d={shapes.broken} className="fill-failure" />
        <rect x={place * bar} y={HEIGHT - 2} width={Math.max(bar, 2)} height={2} className="fill-signal" />
      </svg>
      <input
        id={SLIDER}
        type="range"
        min={0}
        max={turns.length - 1}
        value={place}
        aria-label={words.scrubber}
        aria-valuetext={words.spoken(shown, place + 1, turns.length)}
        style={{ '--bar': `${bar}px` } as CSSProperties}
        className={`absolute inset-0 size-full cursor-pointer appearance-none opacity-0 ${THUMB}`}
        onChange={({ target }) => onPlace(target.valueAsNumber)}
      />
    </div>
  );
}
