/** This share of a segment's entries may have arrived before `early`. */
export const EARLY_SHARE = 0.02;
