export * from './dialogues.ts';
export { PLAIN } from './episode/reading.ts';
export * from './transcript.ts';
