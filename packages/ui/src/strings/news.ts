import { count, plural } from './numbers.ts';

/** What came while nobody looked: in the rail, and as notices of the system where these are wanted. */
export const news = {
  drafts: (value: number, areAll: boolean) =>
    areAll ? plural(value, 'new draft', 'new drafts') : `${count(value)} new drafts or more`,
  review: 'Review',
  repeats: (value: number) => `Failed ${count(value)} times`,
  show: 'Show',
  dismiss: 'Dismiss',
  system: 'Turn system notices on or off',
  on: 'System notices are on: for new drafts and failures that repeat, while this window is not in front',
  off: 'System notices are off',
  refused: 'The system or the browser does not allow notices from here',
};
