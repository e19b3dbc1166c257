// What an empty memory shows, loaded on demand: a memory in use never needs it.
export { FirstLessons } from './FirstLessons.tsx';
export { FirstRun } from './FirstRun.tsx';
export { FirstSessions } from './FirstSessions.tsx';
