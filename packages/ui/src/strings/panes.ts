/** The panes of a list and its open record. */
export const panes = {
  width: 'Width of the list',
  widthHint: 'Drag to change the width; double-click for the usual one',
  toggle: 'Show one pane or two',
  noRoom: 'The window is too narrow for two panes',
};
