/** Texts for saved views. */
export const views = {
  title: 'Saved views',
  save: 'Save this view…',
  saveTitle: 'Save this view',
  keeps: 'Keeps what this screen shows now: its project, search, filters and order.',
  keepsCauses: 'Keeps the map or the question that this screen shows now.',
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
