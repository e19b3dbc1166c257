import { describe, expect, it } from 'vitest';
import { causes } from '../strings/causes.ts';
import {
  askPatch,
  edgeFilterOf,
  isStart,
  patchCauses,
  readCauses,
  subjectPatch,
  USUAL,
  viewOn,
} from './causes-view.ts';
import { SCREENS } from './screens.ts';

const NODE = 'node_0123456789ab';

describe('the link of Causes', () => {
  it('leaves out what is not understood', () => {
    const link = {
      node: 'node_1',
      edge: 'x',
      open: [NODE, 'y'],
      weight: '200',
      relation: ['causes', 'z'],
      since: 'soon',
    };
    expect(readCauses(link)).toEqual({ open: [NODE], relation: ['causes'] });
  });

  it('has order in time only when it was asked for', () => {
    expect(edgeFilterOf({}).relations).not.toContain('precedes');
    expect(readCauses({ relation: [...USUAL] })).toEqual({});
    expect(edgeFilterOf(readCauses({ relation: 'precedes' })).relations).toEqual(['precedes']);
  });

  it('finds from a weight on what is shown as that weight', () => {
    // The weight of one word of an agent, which is a little less than 0.375.
    const weight = 0.6 / 1.6;
    expect(causes.weight(weight)).toBe('0.38');
    expect(edgeFilterOf({ weight: 38 }).minWeight).toBeLessThanOrEqual(weight);
    expect(edgeFilterOf({ weight: 39 }).minWeight).toBeGreaterThan(weight);
    expect(edgeFilterOf({ weight: 38 }).minWeight).toBeGreaterThan(0.374);
  });

  it('keeps filters and leaves what was expanded when it goes to another node', () => {
    const view = readCauses({ node: NODE, open: NODE, at: NODE, weight: '50', q: 'carts', ask: 'why' });
    expect(viewOn(view, 'node_ba9876543210')).toEqual({ node: 'node_ba9876543210', weight: 50, q: 'carts' });
  });

  it('is equal for equal views', () => {
    expect(patchCauses({ node: NODE }, { node: undefined, open: [], q: '' })).toEqual({});
  });
});

describe('a question', () => {
  const OTHER = 'node_ba9876543210';

  it('takes a node along to the next one, and no words', () => {
    expect(askPatch({ ask: 'why', from: NODE, to: 'the alternative' }, 'whatif')).toEqual({
      ask: 'whatif',
      from: NODE,
    });
    expect(askPatch({ ask: 'deadends', from: 'make it fast' }, 'why')).toEqual({ ask: 'why' });
  });

  it('is about the node that is chosen in the list, and stays open', () => {
    expect(subjectPatch({ ask: 'why', from: 'words' }, NODE)).toEqual({ from: NODE });
    expect(subjectPatch({ ask: 'path' }, NODE)).toEqual({ from: NODE });
    expect(subjectPatch({ ask: 'path', from: OTHER }, NODE)).toEqual({ to: NODE });
    expect(subjectPatch({ ask: 'path', from: NODE }, NODE)).toEqual({ from: NODE });
    for (const ask of [undefined, 'patterns', 'deadends'] as const) {
      expect(subjectPatch(ask === undefined ? {} : { ask }, NODE)).toBeNull();
    }
  });
});

describe('hidden nodes', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((letter) => `node_${letter.repeat(12)}`) as [string, string, string];
  const view = readCauses({ project: 'proj_one', map: true, hide: [a, b] });

  it('stay hidden on other maps and in answers, until they are looked at', () => {
    expect(viewOn(view, c).hide).toEqual([a, b]);
    expect(patchCauses(view, askPatch(view, 'why')).hide).toEqual([a, b]);
    expect(viewOn(view, a).hide).toEqual([b]);
    expect(patchCauses(view, { at: a }).hide).toEqual([b]);
    expect(patchCauses(viewOn(view, a), { from: b }).hide).toBeUndefined();
  });

  it('may be what the map or the answer is around, which stays so in a link and at another selection', () => {
    const around = patchCauses(viewOn(view, c), { hide: [a, c] });
    expect(around).toMatchObject({ node: c, hide: [a, c] });
    expect(readCauses({ ...around })).toEqual(around);
    expect(patchCauses(around, { at: b, edge: undefined }).hide).toEqual([a, c]);
    expect(viewOn(around, c).hide).toEqual([a]);
    expect(readCauses({ ask: 'why', from: a, hide: a }).hide).toEqual([a]);
  });

  it('say nothing of a map by themselves, and do not go along into another project', () => {
    expect(isStart(readCauses({ hide: [a] }))).toBe(true);
    expect(SCREENS.causes.inProject?.(view, 'proj_two')?.hide).toBeUndefined();
    expect(SCREENS.causes.inProject?.(view, view.project)?.hide).toEqual([a, b]);
  });
});
