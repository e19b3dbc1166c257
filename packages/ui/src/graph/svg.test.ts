import type { CausalEdge, CausalNode } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { bendsOf } from './bends.ts';
import { oneLine } from './box-text.ts';
import { BOX } from './layout.ts';
import type { MapColours } from './look.ts';
import { svgOf } from './svg.ts';
import { xml } from './svg-shapes.ts';

const rate = { value: null, n: 0, low: null, high: null };

function node(id: string, kind: string, label: string): CausalNode {
  const outcomes = { success: 0, partial: 0, failure: 0, unknown: 0, defaulted: 0 };
  const edges = { causes: 0, effects: 0, disputedCauses: 0, disputedEffects: 0 };
  const none = { ...edges, prevents: 0, preventedBy: 0, disputedPrevents: 0, disputedPreventedBy: 0 };
  const rest = { isCut: false, episodes: 1, outcomes, success: rate, lastAt: null, ...none };
  return { id, kind, label, ownOutcome: 'unknown', isActive: true, ...rest };
}

function edge(from: string, to: string, more: Partial<CausalEdge> = {}): CausalEdge {
  const rest = { weight: 0.5, supports: 1, disputes: 0, isDisputed: false, together: rate };
  const id = `${from}>${to}${more.relation ?? ''}`;
  return { id, from, to, relation: 'causes', bases: ['asserted_by_agent'], ...rest, ...more };
}

const COLOURS = Object.fromEntries(
  ['ground', 'raised', 'ink', 'soft', 'line', 'signal', 'tint', 'far', 'failure', 'partial', 'success'].map((role) => [
    role,
    `${role}-colour`,
  ]),
) as unknown as MapColours;
const PLACES = { a: { x: 0, y: 0 }, b: { x: 300, y: 0 }, c: { x: 300, y: 120 }, d: { x: 0, y: 120 } };

const NODES = [
  node('a', 'decision', 'Keep carts in Redis'),
  node('b', 'error', 'Carts & <b>orders</b> are "lost", ]]> and \u0000\u202e gone \ud800'),
  node('c', 'milestone', 'A text that is much too long for a box with two lines of twenty-seven characters each'),
  node('d', 'error', 'Ünïcode \u{1f600}'),
];
const EDGES = [
  edge('a', 'b'),
  edge('a', 'b', { relation: 'precedes', bases: ['temporal'] }),
  edge('b', 'c', { relation: 'enables', bases: ['textual'] }),
  edge('c', 'd', { relation: 'prevents', bases: ['asserted_by_human'] }),
  edge('d', 'a', { relation: 'correlates', bases: ['statistical'] }),
  edge('d', 'b', { isDisputed: true }),
];

const drawn = svgOf({ picture: { nodes: NODES, edges: EDGES, notShown: 0 }, places: PLACES, middle: 'a' }, COLOURS);
/** The group of an edge or a node whose title contains these words. */
const groupOf = (words: string) =>
  drawn.split('\n').find((line) => line.includes('<title>') && line.includes(words)) ?? '';

/** Checks that every tag is closed and every attribute quoted, as a parser requires. */
function isWellFormed(text: string): boolean {
  const open: string[] = [];
  const rest = text.replace(/<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>/g, (_, closes, name, _given, isEmpty) => {
    if (closes) return open.pop() === name ? '' : '<';
    if (!isEmpty) open.push(name);
    return '';
  });
  return open.length === 0 && !/[<>]/.test(rest) && !/&(?!(amp|lt|gt|quot|apos);)/.test(text);
}

describe('a map as SVG', () => {
  it('is well-formed whatever its labels say, and a check of that can fail', () => {
    expect(isWellFormed(drawn)).toBe(true);
    expect(isWellFormed(drawn.replace('</title>', ''))).toBe(false);
    expect(isWellFormed(drawn.replace('&lt;b&gt;', '<b>'))).toBe(false);
    expect(drawn.isWellFormed()).toBe(true);
  });

  it('has each node and each edge once, with its words whole', () => {
    expect(drawn.match(/<g class="node /g)).toHaveLength(4);
    expect(drawn.match(/<g class="edge /g)).toHaveLength(6);
    for (const { label } of NODES) expect(drawn).toContain(`${xml(oneLine(label))}</title>`);
    expect(groupOf('decision: Keep')).toContain('>Keep carts in Redis</tspan>');
    expect(groupOf('milestone:')).toContain('…</tspan>');
    expect(drawn).toMatch(/Keep carts in Redis → Carts.*: comes before; order in time<\/title>/);
    expect(drawn).toContain('→ Keep carts in Redis: goes along with, weight 0.50; counted</title>');
  });

  it('has the line of each way of knowing, and the end of each relation', () => {
    verifies('S1-69');
    const of = (classes: string) =>
      drawn.split('\n').find((line) => line.startsWith(`<g class="edge ${classes}`)) ?? '';
    expect(of('causes asserted_by_agent"')).toMatch(/fill="soft-colour" stroke="soft-colour"/);
    expect(of('causes asserted_by_agent"')).not.toContain('stroke-dasharray');
    expect(of('precedes')).toContain('stroke-dasharray="1 3"');
    expect(of('precedes')).not.toContain('Z"');
    expect(of('enables')).toMatch(/stroke-dasharray="10 4".*Z" fill="ground-colour"/);
    expect(of('prevents')).toMatch(/stroke="ink-colour" stroke-width="4.9".*stroke="ground-colour" stroke-width="2.5"/);
    expect(of('prevents')).not.toContain('Z"');
    expect(of('correlates').match(/<circle/g)).toHaveLength(2);
    expect(of('correlates')).toContain('stroke-dasharray="8 3 2 3"');
    expect(of('causes asserted_by_agent disputed')).toContain('stroke="failure-colour" stroke-width="1"');
    expect(drawn).toMatch(/fill="failure-colour"[^>]*>✕ disputed</);
  });

  it('keeps edges of the same two nodes apart, marks the middle, and holds every place', () => {
    const lines = drawn
      .split('\n')
      .filter((line) => line.startsWith('<g class="edge') && line.includes('Keep carts in Redis → Carts'));
    expect(new Set(lines.map((line) => / d="([^"]*)"/.exec(line)?.[1])).size).toBe(2);
    expect(groupOf('decision: Keep')).toContain('stroke="ink-colour" stroke-width="2.5"');
    const [left, top, width, height] = (/viewBox="([^"]*)"/.exec(drawn)?.[1] ?? '').split(' ').map(Number);
    expect([left, top, width, height]).toEqual([-124, -61, 548, 242]);
  });

  it('has room for a curve around the outermost box', () => {
    const places = {
      a: { x: 0, y: 0 },
      b: { x: 284, y: -38 },
      c: { x: 284, y: 38 },
      d: { x: 568, y: 0 },
      e: { x: 852, y: 0 },
    };
    const nodes = Object.keys(places).map((id) => node(id, 'error', id));
    const edges = [edge('a', 'd'), edge('a', 'e')];
    const around = svgOf({ picture: { nodes, edges, notShown: 0 }, places, middle: null }, COLOURS);
    const [, top = 0, , height = 0] = (/viewBox="([^"]*)"/.exec(around)?.[1] ?? '').split(' ').map(Number);
    const aside = Math.abs(bendsOf(edges, places).get('a>e') ?? 0);
    expect(aside).toBeGreaterThan(38 + BOX.height / 2 + 20);
    expect(Math.max(-top, top + height)).toBeGreaterThan(aside + 20);
  });

  it('asks for nothing outside', () => {
    expect(drawn.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/https?:|href|<style|<script|url\(/);
  });
});
