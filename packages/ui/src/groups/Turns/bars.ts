interface BarsOptions {
  /** Size of the drawing in CSS pixels. */
  width: number;
  height: number;
  /** Which bars are drawn; the others keep their place. */
  isDrawn: (place: number) => boolean;
}

/** Bars thinner than this in CSS pixels have no gap between them. */
const LEAST_WITH_GAP = 4;
/** Bars never get wider than this, in CSS pixels: three turns are no wall. */
const MOST_WIDE = 24;

/** One SVG path of bars side by side, so that a thousand of them are one element. The highest value takes the whole height. */
export function barsPath(values: readonly number[], { width, height, isDrawn }: BarsOptions): string {
  const step = width / Math.max(values.length, 1);
  const wide = Math.min(step < LEAST_WITH_GAP ? step : step - 1, MOST_WIDE);
  const most = values.reduce((max, value) => Math.max(max, value), 1);
  const bars = values.map((value, place) => {
    if (!isDrawn(place)) return '';
    // A turn without any context is there all the same.
    const high = Math.max(2, (value / most) * (height - 4));
    const left = place * step + (step - wide) / 2;
    return `M${left.toFixed(1)} ${height}v${(-high).toFixed(1)}h${wide.toFixed(1)}v${high.toFixed(1)}z`;
  });
  return bars.join('');
}
