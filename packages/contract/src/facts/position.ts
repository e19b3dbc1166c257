/**
 * Header of an answer over HTTP: epoch and revision (see `Position`), with a space between, of the state that the memory had
 * reached when the request came. The answer is from this state or a newer one.
 */
export const POSITION_HEADER = 'twicewise-position';
