export { KEY_VARIABLE } from './embedding-failure.ts';
export { MAX_VECTOR_WEIGHT, type Nearness, relevanceByNearness, vectorShares } from './fusion.ts';
export { type FillControl, Vectors, type VectorsOptions, type WantedModel } from './vectors.ts';
