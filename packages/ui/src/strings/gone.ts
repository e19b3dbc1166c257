/** Why a lesson or session that a link leads to is not here. */
export const gone = {
  sample: 'The sample was removed, and this was part of it. Undo brings all of it back.',
  undo: 'Undo',
  purged: 'It was purged: nothing brings it back.',
  undone: 'It was undone; redo brings it back.',
  never: 'Nothing in this memory ever had this address.',
};
