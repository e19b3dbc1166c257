import { BOOKKEEPING, BUNDLE_EXTRA, DERIVED_FIELD } from '@twicewise/contract';
import { exact } from '../../elements/RelativeTime/relative.ts';
import { strings } from '../../strings.ts';

/** Fields that say nothing of what a write changed. */
const LEFT_OUT = new Set([...BOOKKEEPING, DERIVED_FIELD, 'seq']);

/** A stored value as text to read and compare. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(valueText).join('\n');
  if (typeof value === 'boolean') return value ? strings.versions.yes : strings.versions.no;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Fields with instants, which are shown in words. */
const MOMENTS = new Set(['deletedAt', 'observedAt', 'createdAt']);

/** Fields whose values have words to show. */
const WORDS: Record<string, Record<string, string>> = {
  outcome: strings.outcome,
  originalOutcome: strings.outcome,
  outcomeSource: strings.outcomeSource,
  state: strings.state,
  kind: strings.kind,
  failureCategory: strings.category,
};

/** Extra data without the bundle's own entries, which are hashes of versions that nobody reads. */
export function ownExtra(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const rest = Object.entries(value).filter(([key]) => key !== BUNDLE_EXTRA);
  return rest.length === 0 ? null : Object.fromEntries(rest);
}

function fieldText(field: string, value: unknown): string {
  const word = typeof value === 'string' ? WORDS[field]?.[value] : undefined;
  if (word !== undefined) return word;
  if (field === 'tags' && Array.isArray(value)) return value.join(', ');
  if (field === 'extra') return valueText(ownExtra(value));
  return MOMENTS.has(field) && typeof value === 'string' ? exact(value) : valueText(value);
}

/** The change of one field, as texts. */
export interface FieldChange {
  field: string;
  before: string;
  after: string;
}

/** What a write changed, field by field, without the bookkeeping. */
export function fieldChanges(before: Record<string, unknown>, after: Record<string, unknown>): FieldChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .filter((field) => !LEFT_OUT.has(field))
    .map((field) => ({ field, before: fieldText(field, before[field]), after: fieldText(field, after[field]) }))
    .filter((change) => change.before !== change.after);
}
