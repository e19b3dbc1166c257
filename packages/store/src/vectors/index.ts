export * from './embeddings.ts';
export { findExtension } from './extension.ts';
export * from './model-sets.ts';
export {
  deleteVectors,
  isVectorDamage,
  type OpenedVectors,
  openVectors,
  type VectorDb,
  type VectorOptions,
  vectorsPath,
} from './vector-file.ts';
