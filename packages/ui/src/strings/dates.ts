/** Texts of fields for a day. */
export const dates = {
  any: 'any day',
  wrong: 'Not a day. Write it as 2026-11-25 or 25 Nov, or write today or yesterday.',
  open: (label: string) => `${label}: open the calendar`,
  monthBefore: 'Previous month',
  monthAfter: 'Next month',
};
