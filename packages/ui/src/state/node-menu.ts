import type { ActionId } from './actions.ts';

/** The actions on a node of the map, by what they are for, in the order in which people come to need them. */
export const NODE_MENU: readonly (readonly ActionId[])[] = [
  ['nodeWhy', 'nodePath', 'nodeWhatIf', 'nodeSimilar'],
  ['nodeCause', 'nodeEffect'],
  ['nodeOnly', 'nodeExpand', 'nodeCollapse', 'nodeMiddle', 'nodePin', 'nodeHide'],
  ['showHidden', 'unpinAll'],
  ['copyAddress'],
  ['source'],
];
