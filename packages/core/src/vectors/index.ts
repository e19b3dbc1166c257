export { KEY_VARIABLE } from './embedding-failure.ts';
export { type Nearness, relevanceByNearness, VECTOR_WEIGHT, vectorShares } from './fusion.ts';
export { type FillControl, Vectors, type VectorsOptions, type WantedModel } from './vectors.ts';
