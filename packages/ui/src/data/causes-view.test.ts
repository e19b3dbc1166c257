import { describe, expect, it } from 'vitest';
import { edgeFilterOf, patchCauses, readCauses, USUAL, viewOn } from './causes-view.ts';

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

  it('keeps filters and leaves what was unfolded when it goes to another node', () => {
    const view = readCauses({ node: NODE, open: NODE, at: NODE, weight: '50', q: 'carts', ask: 'why' });
    expect(viewOn(view, 'node_ba9876543210')).toEqual({ node: 'node_ba9876543210', weight: 50, q: 'carts' });
  });

  it('is equal for equal views', () => {
    expect(patchCauses({ node: NODE }, { node: undefined, open: [], q: '' })).toEqual({});
  });
});
