/**
 * Why a profile was dropped: memory limit, byte budget, a full disk, refused by the store, or the book is closed. What is said
 * of each reason `satisfies` a record of all of them, so that a new one can't be forgotten.
 */
export type DropReason = 'memory' | 'budget' | 'disk' | 'refused' | 'closed';
