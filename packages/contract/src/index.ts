export * from './client.ts';
export * from './dispatch.ts';
export * from './domain/attempt.ts';
export * from './domain/attempt-analysis.ts';
export * from './domain/attempt-changes.ts';
export * from './domain/attempt-content.ts';
export * from './domain/attempt-context.ts';
export * from './domain/attempt-insights.ts';
export * from './domain/attempt-quality.ts';
export * from './domain/attempt-reward.ts';
export * from './domain/attempt-window.ts';
export * from './domain/author.ts';
export * from './domain/bundle.ts';
export * from './domain/cause.ts';
export * from './domain/client-program.ts';
export { counted } from './domain/counted.ts';
export * from './domain/episode.ts';
export * from './domain/episode-file.ts';
export * from './domain/exposure.ts';
export * from './domain/facet.ts';
export * from './domain/feedback.ts';
export * from './domain/fence.ts';
export * from './domain/ids.ts';
export * from './domain/insight-parts.ts';
export * from './domain/insights.ts';
export * from './domain/job.ts';
export * from './domain/loop-file.ts';
export * from './domain/operation.ts';
export * from './domain/page.ts';
export * from './domain/parse-given.ts';
export * from './domain/pattern.ts';
export * from './domain/plain-text.ts';
export * from './domain/project.ts';
export * from './domain/reflection.ts';
export * from './domain/reminder.ts';
export * from './domain/retrieval.ts';
export * from './domain/review.ts';
export * from './domain/session.ts';
export * from './domain/settings.ts';
export * from './domain/source.ts';
export * from './domain/text.ts';
export * from './domain/time.ts';
export * from './domain/told-lesson.ts';
export * from './domain/turn.ts';
export * from './domain/turn-content.ts';
export * from './domain/turn-file.ts';
export * from './domain/turn-recall.ts';
export * from './domain/working-summary.ts';
export * from './error-meanings.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './facts/attempts.ts';
export * from './facts/bundle.ts';
export * from './facts/filters.ts';
export * from './facts/importers.ts';
export * from './facts/job.ts';
export * from './facts/lesson-fields.ts';
export * from './facts/lines.ts';
export * from './facts/outcomes.ts';
export * from './facts/programs.ts';
export * from './facts/projects.ts';
export * from './facts/relations.ts';
export * from './facts/requests.ts';
export * from './facts/setting-names.ts';
export * from './facts/setting-ranges.ts';
export * from './facts/transcripts.ts';
export * from './facts/undo.ts';
export * from './facts/versions.ts';
export * from './json.ts';
export * from './operations/bulk.ts';
export { type BundleChoice, type BundleStanding, bundleChoice } from './operations/bundles.ts';
export * from './operations/define.ts';
export type { Backup, StoreHealth } from './operations/host.ts';
export * from './operations/index.ts';
export {
  type LessonFilterName,
  type LessonGroup,
  type LessonGrouping,
  type LessonOrder,
  type MergeChoice,
  NO_RULE,
  storeFields,
  withinLessonLimit,
} from './operations/reflections.ts';
export { MAX_VIEW_QUERY_BYTES, type SavedView } from './operations/views.ts';
export { textBytes } from './operations/within-bytes.ts';
export { PRODUCT } from './product.js';
export * from './tools/index.ts';
export * from './turn-texts.ts';
