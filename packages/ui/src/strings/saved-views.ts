/** Texts for saved views. */
export const views = {
  title: 'Saved views',
  save: 'Save this view…',
  saveTitle: 'Save this view',
  keeps: {
    lessons: 'Keeps what is shown now: project, search, filters and order.',
    sessions: 'Keeps what is shown now: project, search and filters.',
    causes: 'Keeps what is shown now: the map, the question or the patterns.',
  },
  nothingToSave: {
    lessons: 'Choose a filter or an order first.',
    sessions: 'Choose a filter first.',
    causes: 'Open a map or a question first.',
  },
  where: 'Saved views are listed here.',
  isSaved: (name: string) => `This is the saved view “${name}”.`,
  name: 'Name of the view',
  failed: 'Could not load saved views.',
  more: (name: string) => `More for ${name}`,
  of: (name: string, screen: string) => `${screen}: ${name}`,
  rename: 'Rename',
  replace: 'Replace with the current view',
  delete: 'Delete',
  done: {
    saved: (name: string) => `View saved: ${name}`,
    renamed: (name: string) => `View renamed: ${name}`,
    deleted: (name: string) => `View deleted: ${name}`,
  },
};
