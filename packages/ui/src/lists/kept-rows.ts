/** What both lists of rows say of themselves. */
export interface RowsState {
  /** True when the rows are those of the previous question and the answer is pending. */
  stale: boolean;
  hasMore: boolean;
  isReadingMore: boolean;
  /** Whether the latest page that was asked for could not be read. */
  hasFailed: boolean;
}

/** The rows of the previous question, as they stay until the answer to the next one is there. */
export const keptRows = <T extends RowsState>(last: T): T => ({
  ...last,
  stale: true,
  hasMore: false,
  isReadingMore: false,
});
