// Run by Playwright before the first test: what it starts is of these very sources, also when a spec is run by hand.
export { buildDesktop as default } from './build-desktop.ts';
