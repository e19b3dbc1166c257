/** Largest file whose content a page may hand over to the host, in bytes. A larger one is imported by its path. */
export const MAX_DROPPED_BYTES = 67_108_864;
