/*
 * Ids that have been checked. They are strings at run time. Only the functions that check the caller's access or take
 * a lock return these types, so an id from a request cannot be passed where one of them is required.
 */

declare const checked: unique symbol

/** Id of a run or an async analysis that the caller may read. */
export type VisibleBatchId = string & { readonly [checked]: 'batch' }

/** Id of a project that the caller may read. */
export type VisibleProjectId = string & { readonly [checked]: 'project' }

declare const locked: unique symbol

/** Id of a project that the current transaction has locked, so that limits and unique names hold. */
export type LockedProjectId = VisibleProjectId & { readonly [locked]: true }

/**
 * Marks a batch as visible to work without a caller, such as a job or an end-of-batch handler. Do not use it for ids
 * from a request.
 */
export function asSystemBatchId(id: string): VisibleBatchId {
  // No check: the system may read every batch.
  return id as VisibleBatchId
}

/** Marks a project as locked. For statements that lock the row themselves; all others call `lockOwnProject`. */
export function asLockedProjectId(id: string): LockedProjectId {
  // No check: the caller's statement locked the row.
  return id as LockedProjectId
}
