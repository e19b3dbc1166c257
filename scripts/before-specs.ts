// Playwright runs this before the first test, so that a spec run by hand also uses a build of the current sources.
export { buildDesktop as default } from './build-desktop.ts';
