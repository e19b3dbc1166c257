export { readInsights } from './insights.ts';
export { KnownLessons } from './known-lessons.ts';
