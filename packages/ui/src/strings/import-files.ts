import { PRODUCT, UNSORTED_PROJECT } from '@twicewise/contract';

/** Texts for importing files of this machine. */
export const importFiles = {
  title: 'Import files',
  text: 'Imports a file, or all files of a folder. One undo removes all of it. Bundles, lessons and session logs can be dropped anywhere on the window, too.',
  kind: 'What it is',
  kinds: {
    named: 'As its name says (.jsonl, .md, .json, a bundle)',
    logs: 'Session logs (.md, .json)',
    lessons: 'Lessons (.jsonl)',
    episodes: 'Session files of ADR-038, causal graphs',
    loops: 'Records of Reflexion loops',
    turns: 'Turns of a thinking agent',
    bundle: `Bundle (${PRODUCT.bundleExtension})`,
  },
  project: 'Project',
  projectHint: `As the files say, else “${UNSORTED_PROJECT}”; a new name adds a project`,
  where: 'Where it is',
  path: 'Path of the file or folder',
  examples: {
    named: '/home/me/lessons.jsonl',
    logs: '/home/me/sessions',
    lessons: '/home/me/lessons.jsonl',
    episodes: '/home/me/adr-038',
    loops: '/home/me/loops',
    turns: '/home/me/thinker.json',
    bundle: `/home/me/shop${PRODUCT.bundleExtension}`,
  },
  button: 'Import',
  choose: 'Choose files…',
};
