/** A record in the bin. */
export interface Binned {
  seq: number;
  id: string;
  revision: number;
  /** The first 300 characters of its task. */
  task: string;
}

/** Position in the bin: first deleted first, then by the record's time. */
export type BinPlace = readonly [deletedAt: string, at: string, seq: number];
/** A page of the bin, with the position of each record. */
export type BinPage = (Binned & { place: BinPlace })[];
