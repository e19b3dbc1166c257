/** A field that cannot be saved as it is: where that is said, and which entry of a list is meant. */
export interface FieldMark {
  /** Id of the element that says it. */
  saidBy: string;
  entry?: number | undefined;
}

/** What marks a control for eyes and screen readers; empty for one that is fine. */
export type Invalid = { 'aria-invalid'?: true; 'aria-describedby'?: string };

/** The attributes of a marked control. */
export function invalidBy(mark: FieldMark | undefined): Invalid {
  return mark ? { 'aria-invalid': true, 'aria-describedby': mark.saidBy } : {};
}
