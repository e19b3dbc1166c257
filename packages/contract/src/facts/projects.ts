/** The project of callers that name none and have no project folder (home and `/` are none). */
export const UNSORTED_PROJECT = 'unsorted';
