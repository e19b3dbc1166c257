import type { CausalEdge } from '@twicewise/contract';
import { causes } from '../strings/causes.ts';
import { bendsOf } from './bends.ts';
import { oneLine } from './box-text.ts';
import { type Element, elementsOf } from './elements.ts';
import { BOX, type Places, type Point } from './layout.ts';
import { lookOf, type MapColours, type Rule } from './look.ts';
import type { Picture } from './picture.ts';
import { box, curveOf, end, type Stroke, xml } from './svg-shapes.ts';

const PADDING = 32;
const LINE_HEIGHT = 15;

type Style = Rule['style'];

/** The style of an element by the rules of the map, with nothing selected. */
function styleOf(rules: readonly Rule[], { group, classes }: Pick<Element, 'group' | 'classes'>): Style {
  const kind = group === 'nodes' ? 'node' : 'edge';
  const names = new Set([kind, ...classes.map((one) => `${kind}.${one}`)]);
  const said = rules.filter(({ selector }) => selector.split(', ').some((one) => names.has(one)));
  return Object.assign({}, ...said.map(({ style }) => style));
}

const text = (style: Style, name: string) => String(style[name] ?? '');
const number = (style: Style, name: string, usual = 0) => Number(style[name] ?? usual);

function strokeOf(style: Style): Stroke {
  const pattern = style['line-dash-pattern'];
  const dash = style['line-style'] === 'dotted' ? [1, 3] : Array.isArray(pattern) ? pattern : null;
  return { colour: text(style, 'line-color'), width: number(style, 'width'), dash };
}

/** The edge in words, in full: its drawn label may be cut or left out where there are many. */
function describeEdge(edge: CausalEdge, labels: ReadonlyMap<string, string>): string {
  const { relations, bases, disputed, via, weightOf } = causes;
  const known = edge.bases.map((basis) => bases[basis]).join(', ');
  const standing = edge.isDisputed ? `; ${disputed}` : '';
  return `${labels.get(edge.from)} → ${labels.get(edge.to)}: ${via(relations[edge.relation], weightOf(edge))}; ${known}${standing}`;
}

/** One node or edge, with its full text as title. */
const group = (kind: 'node' | 'edge', { classes }: Element, title: string, drawn: string) =>
  `<g class="${[kind, ...classes].join(' ')}"><title>${xml(oneLine(title))}</title>${drawn}</g>`;

/** The shapes, and the labels drawn above all shapes. */
interface Drawn {
  lines: string;
  words: string;
}

function drawEdge(element: Element, style: Style, ends: [Point, Point], aside: number, title: string): Drawn {
  const { path, from, to, middle } = curveOf(ends, aside);
  const stroke = strokeOf(style);
  const outline = number(style, 'line-outline-width');
  const line = ({ colour, width, dash }: Stroke) =>
    `<path d="${path}" fill="none" stroke="${xml(colour)}" stroke-width="${width}"${dash ? ` stroke-dasharray="${dash.join(' ')}"` : ''}/>`;
  const around = { colour: text(style, 'line-outline-color'), width: stroke.width + 2 * outline, dash: null };
  const label = String(element.data.label ?? '');
  const words = label
    ? `<text x="${middle.x}" y="${middle.y}" font-size="${number(style, 'font-size')}" fill="${xml(text(style, 'color'))}" stroke="${xml(text(style, 'text-background-color'))}" stroke-width="4" paint-order="stroke" text-anchor="middle" dominant-baseline="central">${xml(label)}</text>`
    : '';
  const tip = (side: 'source' | 'target', at: Parameters<typeof end>[1]) =>
    end(text(style, `${side}-arrow-shape`), at, {
      colour: text(style, `${side}-arrow-color`),
      isHollow: style[`${side}-arrow-fill`] === 'hollow',
      scale: number(style, 'arrow-scale', 1),
      ground: text(style, 'text-background-color'),
    });
  const drawn = `${outline > 0 ? line(around) : ''}${line(stroke)}${tip('source', from)}${tip('target', to)}`;
  return { lines: group('edge', element, title, drawn), words };
}

function drawNode(element: Element, style: Style, at: Point, title: string): string {
  const lines = String(element.data.label ?? '').split('\n');
  const top = at.y - ((lines.length - 1) / 2) * LINE_HEIGHT;
  const words = lines
    .map((line, index) => `<tspan x="${at.x}" y="${top + index * LINE_HEIGHT}">${xml(line)}</tspan>`)
    .join('');
  const shape = box(text(style, 'shape'), at, number(style, 'corner-radius'));
  const paint = `fill="${xml(text(style, 'background-color'))}" stroke="${xml(text(style, 'border-color'))}" stroke-width="${number(style, 'border-width')}"`;
  const said = `<text font-size="${number(style, 'font-size')}" fill="${xml(text(style, 'color'))}" text-anchor="middle" dominant-baseline="central">${words}</text>`;
  return group('node', element, title, `${shape} ${paint}/>${said}`);
}

/** The content of the map, and its middle. */
interface Mapped {
  picture: Picture;
  places: Places;
  middle: string | null;
}

/** The whole map as an SVG file, with the style and positions it has in the page. */
export function svgOf({ picture, places, middle }: Mapped, colours: MapColours): string {
  const rules = lookOf(colours);
  const labels = new Map(picture.nodes.map(({ id, label }) => [id, label]));
  const bends = bendsOf(picture.edges, places);
  const place = (id: string) => places[id] ?? { x: 0, y: 0 };
  const elements = new Map(elementsOf(picture).map((element) => [String(element.data.id), element]));
  const edges = picture.edges.flatMap((edge) => {
    const element = elements.get(edge.id);
    if (!element) return [];
    const ends: [Point, Point] = [place(edge.from), place(edge.to)];
    return drawEdge(element, styleOf(rules, element), ends, bends.get(edge.id) ?? 0, describeEdge(edge, labels));
  });
  const nodes = picture.nodes.flatMap(({ id, label, kind }) => {
    const element = elements.get(id);
    if (!element) return [];
    const known = id === middle ? { ...element, classes: [...element.classes, 'middle'] } : element;
    return drawNode(known, styleOf(rules, known), place(id), causes.at(label, kind));
  });
  const corners = picture.nodes.flatMap(({ id }) => {
    const { x, y } = place(id);
    return [-0.5, 0.5].map((side) => ({ x: x + side * BOX.width, y: y + side * BOX.height }));
  });
  // A curve may lead around the outermost box.
  const tops = picture.edges.map(({ id, from, to }) => curveOf([place(from), place(to)], bends.get(id) ?? 0).middle);
  const [xs, ys] = [[...corners, ...tops].map(({ x }) => x), [...corners, ...tops].map(({ y }) => y)];
  const [left, top] = [Math.min(...xs) - PADDING, Math.min(...ys) - PADDING];
  const [width, height] = [Math.max(...xs) + PADDING - left, Math.max(...ys) + PADDING - top];
  const name = causes.map.title(picture.nodes.length, picture.edges.length);
  const frame = `x="${left}" y="${top}" width="${width}" height="${height}"`;
  // Labels are above all lines, and boxes above the lines that pass behind them.
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}" role="img" font-family="Inter Variable, Inter, system-ui, sans-serif">
<title>${xml(name)}</title>
<rect ${frame} fill="${xml(colours.ground)}"/>
${[...edges.map(({ lines }) => lines), ...edges.map(({ words }) => words).filter(Boolean), ...nodes].join('\n')}
</svg>
`;
}
