import type { Unusable } from './load-model.ts';

/** What is asked of the thread of the model: one text, one at a time. */
export interface ToModel {
  text: string;
}

/** What it answers: whether the model could be loaded, first of all; then a vector for each text. */
export type FromModel =
  | { type: 'loaded' }
  | ({ type: 'unusable' } & Unusable)
  | { type: 'vector'; vector: Float32Array<ArrayBuffer> };
