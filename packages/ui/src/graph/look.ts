import { BOX, COLUMN } from './layout.ts';

/** Colours by role in the present theme; needed because a canvas cannot use CSS variables. */
export interface MapColours {
  ground: string;
  raised: string;
  ink: string;
  soft: string;
  line: string;
  signal: string;
  tint: string;
  /** The colour of a node too small to read. */
  far: string;
  /** Outcomes. */
  failure: string;
  partial: string;
  success: string;
}

/** Below these zooms no text is readable, only a short one on two lines, and only one without its kind. */
export const ZOOM_LEVELS = { far: 0.34, low: 0.66, mid: 0.92 };
/** Sizes of texts by distance, so that on the screen they are about as large as small text of the page, or larger. */
export const TEXT_SIZES = { near: 12, mid: 16, low: 24 };

/** A rule of the drawing's style sheet. */
export interface Rule {
  selector: string;
  style: Record<string, string | number | number[]>;
}

const OUTCOMES = ['failure', 'partial', 'success'] as const;

const NODES = (colours: MapColours): Rule[] => [
  {
    selector: 'node',
    style: {
      shape: 'round-rectangle',
      'corner-radius': 20,
      width: BOX.width,
      height: BOX.height,
      'background-color': colours.raised,
      'border-color': colours.line,
      'border-width': 1,
      label: 'data(label)',
      color: colours.ink,
      'font-family': 'Inter Variable, system-ui, sans-serif',
      'font-size': TEXT_SIZES.near,
      'line-height': 1.25,
      'text-wrap': 'wrap',
      'text-max-width': `${BOX.width}px`,
      'text-valign': 'center',
      'text-halign': 'center',
      'text-justification': 'center',
      // Smaller text is unreadable, and drawing it is what costs most.
      'min-zoomed-font-size': 6,
      'overlay-opacity': 0,
      'transition-duration': 0,
    },
  },
  // In between there is room for the text in letters that can still be read, without its kind, which the shape says.
  { selector: 'node.mid', style: { label: 'data(mid)', 'font-size': TEXT_SIZES.mid, 'line-height': 1.1 } },
  // Further away, for its beginning in larger ones.
  { selector: 'node.low', style: { label: 'data(low)', 'font-size': TEXT_SIZES.low } },
  // From afar text is not drawn, and a thin line would be invisible.
  { selector: 'node.far', style: { label: '', 'background-color': colours.far, 'border-width': 3 } },
  // Below the boxes of a single row there is room for all of it, in letters that can be read from afar.
  {
    selector: 'node.far.row',
    style: {
      label: 'data(label)',
      // Set at each zoom.
      'font-size': 'data(textSize)',
      'text-valign': 'bottom',
      'text-margin-y': 12,
      'text-max-width': `${COLUMN - 20}px`,
    },
  },
  // The shape is the kind.
  { selector: 'node.decision', style: { shape: 'cut-rectangle', 'corner-radius': 14 } },
  { selector: 'node.error', style: { shape: 'rectangle' } },
  // The colour is the outcome, of the whole shape where no text is on it.
  ...OUTCOMES.flatMap((outcome) => [
    { selector: `node.${outcome}`, style: { 'border-color': colours[outcome], 'border-width': 1.5 } },
    { selector: `node.far.${outcome}`, style: { 'background-color': colours[outcome] } },
  ]),
  // A line that is drawn smaller than a pixel pales.
  { selector: 'node.mid', style: { 'border-width': 2 } },
  { selector: 'node.low', style: { 'border-width': 2.5 } },
  // A second line around what a person put in its place.
  { selector: 'node.pinned', style: { 'border-style': 'double', 'border-width': 4 } },
  { selector: 'node.middle', style: { 'border-width': 2.5, 'border-color': colours.ink } },
  {
    selector: 'node.chosen',
    style: { 'border-width': 3, 'border-color': colours.signal, 'background-color': colours.tint },
  },
];

/** From further away the text of an edge grows like that of a box, and stands beside the line, of which it would hide the most. */
const FURTHER: readonly Rule[] = [
  {
    selector: 'edge.mid',
    style: {
      'font-size': TEXT_SIZES.mid,
      'text-margin-y': -13,
      'text-wrap': 'wrap',
      'text-max-width': `${COLUMN - BOX.width}px`,
    },
  },
  // Between two boxes there is room for eight of its letters.
  { selector: 'edge.low', style: { label: 'data(low)', 'font-size': 22, 'text-margin-y': -16 } },
];

/** An edge that is a curve; see `bendsOf`. */
const BENT: Rule = {
  selector: 'edge.bent',
  style: {
    'curve-style': 'unbundled-bezier',
    'control-point-distances': 'data(bend)',
    'control-point-weights': 0.5,
    'edge-distances': 'node-position',
  },
};

/** Relations differ by the line's end, kinds of evidence by the line's style; neither depends on colour alone. */
const EDGES = (colours: MapColours): Rule[] => [
  {
    selector: 'edge',
    style: {
      'curve-style': 'bezier',
      width: 1.5,
      'line-color': colours.soft,
      'target-arrow-color': colours.soft,
      'source-arrow-color': colours.soft,
      'arrow-scale': 1,
      label: 'data(label)',
      color: colours.ink,
      'font-family': 'Inter Variable, system-ui, sans-serif',
      'font-size': TEXT_SIZES.near,
      'text-background-color': colours.ground,
      'text-background-opacity': 1,
      'text-background-padding': '2px',
      'min-zoomed-font-size': 6,
      'overlay-opacity': 0,
    },
  },
  { selector: 'edge.far', style: { width: 4, 'arrow-scale': 2 } },
  { selector: 'edge.causes', style: { 'target-arrow-shape': 'triangle' } },
  { selector: 'edge.enables', style: { 'target-arrow-shape': 'triangle', 'target-arrow-fill': 'hollow' } },
  { selector: 'edge.prevents', style: { 'target-arrow-shape': 'tee', 'arrow-scale': 1.4 } },
  {
    selector: 'edge.correlates',
    style: {
      'target-arrow-shape': 'circle',
      'source-arrow-shape': 'circle',
      'target-arrow-fill': 'hollow',
      'source-arrow-fill': 'hollow',
      'arrow-scale': 0.8,
    },
  },
  {
    selector: 'edge.asserted_by_human',
    style: {
      // A double line; the gap must be wide enough to see.
      width: 2.5,
      'line-color': colours.ground,
      'line-outline-width': 1.2,
      'line-outline-color': colours.ink,
      'target-arrow-color': colours.ink,
      'source-arrow-color': colours.ink,
    },
  },
  { selector: 'edge.textual', style: { 'line-style': 'dashed', 'line-dash-pattern': [10, 4] } },
  { selector: 'edge.statistical', style: { 'line-style': 'dashed', 'line-dash-pattern': [8, 3, 2, 3] } },
  {
    // Order in time: thin dots without an arrow, so that nobody takes it for a cause.
    selector: 'edge.precedes, edge.temporal',
    style: {
      width: 1,
      'line-style': 'dotted',
      'line-color': colours.line,
      'line-outline-width': 0,
      'target-arrow-shape': 'none',
      'source-arrow-shape': 'none',
    },
  },
  {
    selector: 'edge.disputed',
    style: {
      width: 1,
      'line-style': 'dashed',
      'line-dash-pattern': [3, 5],
      'line-color': colours.failure,
      'line-outline-width': 0,
      'target-arrow-color': colours.failure,
      'source-arrow-color': colours.failure,
      color: colours.failure,
    },
  },
  {
    selector: 'edge.chosen',
    style: {
      width: 3,
      'line-color': colours.signal,
      'line-outline-width': 0,
      'target-arrow-color': colours.signal,
      'source-arrow-color': colours.signal,
      'z-index': 9,
    },
  },
];

/** The style sheet of the drawing library in these colours. */
export function lookOf(colours: MapColours): Rule[] {
  return [...NODES(colours), ...EDGES(colours), ...FURTHER, BENT, { selector: '.faded', style: { opacity: 0.25 } }];
}
