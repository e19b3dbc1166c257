/** The parts of the screen Data that a link can lead to. */
export const DATA_PARTS = ['agents', 'files', 'transcripts'] as const;
/** See {@link DATA_PARTS}. */
export type DataPart = (typeof DATA_PARTS)[number];

/** The view of the screen Data, as in its link. */
export interface DataView {
  /** The part to show; the screen takes it out of the link once it is shown. */
  part?: DataPart;
}

/** Reads a view from a link; a part that is not known is ignored. */
export function readData(search: Record<string, unknown>): DataView {
  const part = DATA_PARTS.find((one) => one === search.part);
  return part === undefined ? {} : { part };
}
