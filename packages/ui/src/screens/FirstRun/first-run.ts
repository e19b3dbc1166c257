// What an empty memory shows, and connecting and importing wherever they are shown, loaded on demand: a memory in use needs them rarely.
export { AgentsPane } from '../Today/AgentsPane.tsx';
export { TranscriptsPane } from '../Today/TranscriptsPane.tsx';
export { FirstLessons } from './FirstLessons.tsx';
export { FirstRun } from './FirstRun.tsx';
export { FirstSessions } from './FirstSessions.tsx';
