import { excerpt, MAX_LABEL } from '@twicewise/contract';

/** The beginning of a text, cut at the end of a word. */
export const labelOf = (text: string): string => excerpt(text, MAX_LABEL);
