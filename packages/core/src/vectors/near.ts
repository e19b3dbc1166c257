import type { Nearness } from '@twicewise/search';

/** What vectors find near a question. */
export interface Near {
  /** Null when vectors take no part in the answer, for any reason. */
  nearness: Nearness | null;
  /** True when only the model was not quick enough: the question, asked again, may be answered. */
  isLate: boolean;
}

/** See {@link Near}: of a question that vectors are not asked. */
export const NOT_ASKED: Near = { nearness: null, isLate: false };
