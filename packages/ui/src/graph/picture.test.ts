import type { CausalEdge, CausalNode } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { elementsOf } from './elements.ts';
import { lookOf, ZOOM_LEVELS } from './look.ts';
import { hiddenBy, nodesBeside, pictureOf, withoutNodes } from './picture.ts';
import { withPlaces } from './places.ts';
import { walk } from './walk.ts';

const rate = { value: null, n: 0, low: null, high: null };

function node(id: string, more: Partial<CausalNode> = {}): CausalNode {
  const outcomes = { success: 0, partial: 0, failure: 0, unknown: 0, defaulted: 0 };
  const edges = { causes: 0, effects: 0, disputedCauses: 0, disputedEffects: 0 };
  const none = { ...edges, prevents: 0, preventedBy: 0, disputedPrevents: 0, disputedPreventedBy: 0 };
  const rest = { isCut: false, episodes: 1, outcomes, success: rate, lastAt: null, ...none };
  return { id, kind: 'error', label: id, ownOutcome: 'failure', isActive: true, ...rest, ...more };
}

function edge(from: string, to: string, more: Partial<CausalEdge> = {}): CausalEdge {
  const rest = { weight: 0.5, supports: 1, disputes: 0, isDisputed: false, together: rate };
  return { id: `${from}>${to}`, from, to, relation: 'causes', bases: ['asserted_by_agent'], ...rest, ...more };
}

const graph = (nodes: string[], edges: CausalEdge[], notShown = 0) => ({
  nodes: nodes.map((id) => node(id)),
  edges,
  notShown,
});

describe('pictureOf', () => {
  it('puts answers together, each node and edge once', () => {
    const picture = pictureOf(
      [graph(['a', 'b'], [edge('a', 'b')]), graph(['b', 'a', 'c'], [edge('a', 'b'), edge('b', 'c')])],
      [],
    );
    expect(picture.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(picture.edges.map(({ id }) => id)).toEqual(['a>b', 'b>c']);
  });

  it('leaves out what is hidden and what is beyond the limit, with its edges, and counts the latter', () => {
    const full = graph(['a', 'b', 'c', 'd'], [edge('a', 'b'), edge('b', 'c'), edge('c', 'd')], 5);
    const hiding = pictureOf([full], ['b']);
    expect(hiding.nodes.map(({ id }) => id)).toEqual(['c', 'd']);
    expect(hiding.edges.map(({ id }) => id)).toEqual(['c>d']);
    expect(hiding.notShown).toBe(5);
    const few = pictureOf([full], [], [], 3);
    expect(few.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(few.notShown).toBe(6);
  });

  it('counts what is hidden with what only that connected, and nothing that is not there', () => {
    const answers = [graph(['a', 'b', 'c', 'd'], [edge('a', 'b'), edge('b', 'c'), edge('c', 'd')])];
    const countOf = (...hidden: string[]) => hiddenBy(answers, hidden, pictureOf(answers, hidden)).size;
    expect([countOf(), countOf('a'), countOf('b'), countOf('b', 'c'), countOf('gone')]).toEqual([0, 1, 2, 4, 0]);
  });

  it('names for each node that is left out what to show again for it to be drawn', () => {
    const answers = [graph(['a', 'b', 'c', 'd'], [edge('a', 'b'), edge('b', 'c'), edge('c', 'd')])];
    const by = (...hidden: string[]) => Object.fromEntries(hiddenBy(answers, hidden, pictureOf(answers, hidden)));
    expect(by('b')).toEqual({ a: ['b'], b: ['b'] });
    expect(by('b', 'c')).toEqual({ a: ['b'], b: ['b', 'c'], c: ['b', 'c'], d: ['c'] });
    expect(by('a', 'd')).toEqual({ a: ['a'], d: ['d'] });
  });

  it('has no node without an edge', () => {
    const parts = graph(['a', 'b', 'c', 'd'], [edge('a', 'b'), edge('c', 'd')]);
    expect(pictureOf([parts], ['c']).nodes.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('keeps what is beside a hidden node where it is told so, and counts that node alone', () => {
    const answers = [graph(['a', 'b', 'c', 'd'], [edge('a', 'b'), edge('b', 'c'), edge('c', 'd')])];
    const picture = pictureOf(answers, ['b'], nodesBeside(answers, ['b']));
    expect(picture.nodes.map(({ id }) => id)).toEqual(['a', 'c', 'd']);
    expect([...hiddenBy(answers, ['b'], picture).keys()]).toEqual(['b']);
    expect(nodesBeside(answers, [])).toEqual([]);
    const rest = withoutNodes(pictureOf(answers, []), ['b']);
    expect([rest.nodes, rest.edges].map((all) => all.map(({ id }) => id))).toEqual([['a', 'c', 'd'], ['c>d']]);
  });

  it('keeps a pinned node that lost its edges, and does not count it as hidden', () => {
    const answers = [graph(['a', 'b'], [edge('a', 'b')])];
    const picture = pictureOf(answers, ['a'], ['b', 'gone']);
    expect(picture.nodes.map(({ id }) => id)).toEqual(['b']);
    expect(hiddenBy(answers, ['a'], picture).size).toBe(1);
  });
});

describe('elementsOf', () => {
  const only = (more: Partial<CausalEdge>) =>
    elementsOf({ nodes: [node('a'), node('b')], edges: [edge('a', 'b', more)], notShown: 0 })[2];

  it('gives a node its kind and its own outcome as classes, and a text without its kind for a distance', () => {
    const long = node('a', {
      kind: 'commit',
      label: 'Mend the import of orders of last year, which failed',
      ownOutcome: 'success',
    });
    const [element] = elementsOf({ nodes: [long], edges: [], notShown: 0 });
    const mid = 'Mend the import of\norders of last year,\nwhich failed';
    expect(element).toMatchObject({ classes: ['event', 'success'], data: { mid, low: 'Mend the\nimport of or…' } });
  });

  it('gives an edge its relation, how it is known best and that it is disputed as classes', () => {
    expect(only({ relation: 'enables', bases: ['asserted_by_human', 'textual'] })?.classes).toEqual([
      'enables',
      'asserted_by_human',
    ]);
    expect(only({ isDisputed: true })).toMatchObject({
      classes: ['causes', 'asserted_by_agent', 'disputed'],
      data: { label: '✕ disputed', low: '✕' },
    });
  });

  it('names relations but the usual one, while there are few edges', () => {
    expect(only({})?.data.label).toBe('');
    expect(only({ relation: 'prevents' })?.data.label).toBe('prevents');
    const many = Array.from({ length: 50 }, (_, index) => edge('a', `b${index}`, { relation: 'prevents' }));
    const elements = elementsOf({ nodes: [], edges: many, notShown: 0 });
    expect(elements.every(({ data }) => data.label === '')).toBe(true);
  });
});

describe('the look', () => {
  const rules = lookOf({
    ground: 'a',
    raised: 'b',
    ink: 'c',
    soft: 'd',
    line: 'e',
    signal: 'f',
    tint: 'g',
    far: 'i',
    failure: 'h',
    partial: 'j',
    success: 'k',
  });
  const of = (selector: string) => rules.find((rule) => rule.selector.split(', ').includes(selector))?.style ?? {};

  it('tells kinds apart by the shape, and outcomes by the colour of its line and from afar of all of it', () => {
    const shapes = ['node', 'node.decision', 'node.error'].map((selector) => of(selector).shape);
    expect(new Set(shapes).size).toBe(3);
    for (const [outcome, colour] of [
      ['failure', 'h'],
      ['partial', 'j'],
      ['success', 'k'],
    ]) {
      expect(of(`node.${outcome}`)['border-color']).toBe(colour);
      expect(of(`node.far.${outcome}`)['background-color']).toBe(colour);
    }
    expect(of('node.far').label).toBe('');
    expect(of('node.far.row').label).toBe('data(label)');
    expect(of('node.mid').label).toBe('data(mid)');
  });

  it('has texts on boxes and on edges that can be read at each distance from which they are drawn', () => {
    const sizes = (distance: string) => ['node', 'edge'].map((one) => Number(of(`${one}${distance}`)['font-size']));
    for (const size of sizes('')) expect(size * ZOOM_LEVELS.mid).toBeGreaterThan(10.5);
    for (const size of sizes('.mid')) expect(size * ZOOM_LEVELS.low).toBeGreaterThan(10.5);
    // The least zoom at which a map is shown that is too large for its place.
    for (const size of sizes('.low')) expect(size * 0.45).toBeGreaterThan(9.5);
  });

  it('tells relations apart by their ends, not by colour alone', () => {
    const ends = ['causes', 'enables', 'prevents', 'correlates'].map((relation) => {
      const style = of(`edge.${relation}`);
      return `${style['target-arrow-shape']} ${style['target-arrow-fill'] ?? ''} ${style['source-arrow-shape'] ?? ''}`;
    });
    expect(new Set(ends).size).toBe(ends.length);
  });

  it('tells ways of knowing apart by the line', () => {
    const lines = ['asserted_by_human', 'textual', 'statistical', 'temporal', 'disputed'].map((basis) => {
      const style = of(`edge.${basis}`);
      return `${style['line-style'] ?? 'solid'} ${style['line-dash-pattern'] ?? ''} ${style['line-outline-width'] ?? 0}`;
    });
    expect(new Set([...lines, 'solid  0']).size).toBe(lines.length + 1);
  });

  it('gives order in time no arrow', () => {
    expect(of('edge.precedes')).toMatchObject({ 'target-arrow-shape': 'none', 'line-style': 'dotted' });
  });
});

describe('walk', () => {
  const picture = {
    nodes: ['a', 'b', 'c', 'd'].map((id) => node(id)),
    edges: [
      edge('a', 'b', { weight: 0.3 }),
      edge('a', 'c', { weight: 0.6 }),
      edge('a', 'd', { relation: 'precedes', weight: 0.9 }),
      edge('b', 'c'),
    ],
    notShown: 0,
  };

  it('goes right to the strongest effect, left to the strongest cause, never first by order in time', () => {
    expect(walk(picture, { node: 'a', via: null }, 'right')).toEqual({ node: 'c', via: 'a>c' });
    expect(walk(picture, { node: 'c', via: null }, 'left')).toEqual({ node: 'a', via: 'a>c' });
    expect(walk(picture, { node: 'a', via: null }, 'left')).toBeNull();
  });

  it('goes up and down among what was reached from the same node', () => {
    const first = { node: 'c', via: 'a>c' };
    const second = walk(picture, first, 'down');
    expect(second).toEqual({ node: 'b', via: 'a>b' });
    expect(walk(picture, second ?? first, 'up')).toEqual(first);
    expect(walk(picture, first, 'up')).toBeNull();
    expect(walk(picture, { node: 'a', via: null }, 'down')).toEqual({ node: 'b', via: null });
  });
});

describe('places', () => {
  it('are remembered for the latest pictures only', () => {
    const all = Array.from({ length: 30 }, (_, index) => `p${index}`).reduce(
      (before, name) => withPlaces(before, name, { a: { x: 1, y: 2 } }),
      withPlaces([], 'p', {}),
    );
    expect(all.length).toBe(12);
    expect(all[0]?.[0]).toBe('p29');
    const b = { b: { x: 3, y: 4 } };
    expect(withPlaces(all, 'p20', b)[0]).toEqual(['p20', { a: { x: 1, y: 2 }, ...b }]);
  });
});
