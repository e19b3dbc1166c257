import { scaleBand, scaleLinear } from 'd3-scale';

/** The least margins for the axis labels, in CSS pixels. */
const MARGIN = { top: 8, right: 8, bottom: 22, left: 40 };
/** The height of a plot with its axes, in CSS pixels. */
export const PLOT_HEIGHT = 180;
/** The least distance between labels of the time axis, in CSS pixels. */
const LABEL_ROOM = 64;

/** The greatest width of a label of the time axis, in CSS pixels; a label that would be cut off is left out. */
const LABEL_WIDTH = 40;

/** The width of a character of a label of the vertical axis, and the room between the label and the plot, in CSS pixels. */
const CHARACTER = 7;
const GAP = 10;

/** The layout of a plot of `count` steps of time. */
export interface Frame {
  width: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The left edge and the middle of a step. */
  x: (index: number) => number;
  middle: (index: number) => number;
  /** The width of the mark of a step. */
  band: number;
  y: (value: number) => number;
  /** The step at a position; outside the plot, the nearest step. */
  at: (x: number) => number;
  /** The steps whose labels have room. */
  labelled: number[];
}

/** Computes the layout for a width in CSS pixels, values from 0 to `max`, and these labels of them. */
export function layOut(width: number, count: number, max: number, labels: readonly string[]): Frame {
  const left = Math.max(MARGIN.left, ...labels.map(({ length }) => length * CHARACTER + GAP));
  const right = Math.max(left + 1, width - MARGIN.right);
  const [top, bottom] = [MARGIN.top, PLOT_HEIGHT - MARGIN.bottom];
  const steps = scaleBand<number>()
    .domain(Array.from({ length: count }, (_, index) => index))
    .range([left, right])
    .paddingInner(0.25)
    .paddingOuter(0.15);
  const x = (index: number) => steps(index) ?? left;
  const band = steps.bandwidth();
  const every = Math.max(1, Math.ceil((LABEL_ROOM * count) / (right - left)));
  return {
    width,
    left,
    right,
    top,
    bottom,
    x,
    band,
    middle: (index) => x(index) + band / 2,
    y: scaleLinear().domain([0, max]).range([bottom, top]),
    at: (place) => Math.min(count - 1, Math.max(0, Math.floor(((place - left) / (right - left)) * count))),
    labelled: Array.from({ length: Math.ceil(count / every) }, (_, index) => index * every).filter(
      (index) => index === 0 || x(index) + (band + LABEL_WIDTH) / 2 <= width,
    ),
  };
}

/** The largest value of an axis of counts, and its labels, which are whole numbers. */
export function countTicks(largest: number): { max: number; ticks: number[] } {
  const scale = scaleLinear()
    .domain([0, Math.max(1, largest)])
    .nice(4);
  const max = scale.domain()[1] ?? 1;
  return { max, ticks: scale.ticks(4).filter(Number.isInteger) };
}
