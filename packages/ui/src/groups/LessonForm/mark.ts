/** Marks a field that cannot be saved: where the reason is shown, and which entry of a list is wrong. */
export interface FieldMark {
  /** The id of the element that shows the reason. */
  saidBy: string;
  entry?: number | undefined;
}

/** Attributes that mark a control as wrong, also for screen readers; empty for a valid one. */
export type Invalid = { 'aria-invalid'?: true; 'aria-describedby'?: string };

/** The attributes of a marked control. */
export function invalidBy(mark: FieldMark | undefined): Invalid {
  return mark ? { 'aria-invalid': true, 'aria-describedby': mark.saidBy } : {};
}
