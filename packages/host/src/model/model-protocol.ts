import type { Unusable } from './load-model.ts';

/** What is sent to the model's thread: one text, one at a time. */
export interface ToModel {
  text: string;
}

/** What it answers: first whether the model could be loaded, then a vector for each text. */
export type FromModel =
  | { type: 'loaded' }
  | ({ type: 'unusable' } & Unusable)
  | { type: 'vector'; vector: Float32Array<ArrayBuffer> };
