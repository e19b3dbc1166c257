// What the filters of lessons show besides their bar, loaded together.
export { LessonFacetsPane } from './LessonFacetsPane.tsx';
export { RecordChip } from './RecordChip.tsx';
