import type { Fold } from './fold-selections.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * Nesting depth of fields. Introspection counts as one level, because GraphQL.js has a separate rule against its
 * cycles.
 */
export const depth: Fold<number> = {
  combine: (depths) => Math.max(0, ...depths),
  field: ({ name }, below) => (name.value.startsWith('__') ? 1 : 1 + below),
}

/** Number of fields in a selection set, including fields of fragments but not nested fields. */
export const fieldCount: Fold<number> = {
  combine: sum,
  field: () => 1,
}

/**
 * Number of fields and fragments of an operation with all fragments expanded. The time and memory that graphql-jit
 * needs for compiling are proportional to it. A spread counts as one even if its fragment is empty.
 */
export const compiledSize: Fold<number> = {
  combine: sum,
  field: (_, below) => 1 + below,
  fragment: (_, below) => 1 + below,
}

/**
 * Response names of the fields in a selection set, including fields of inline fragments. Spread fragments are not
 * included, because they are counted in their own selection set.
 */
export const responseNames: Fold<readonly string[]> = {
  combine: (names) => names.flat(),
  field: ({ alias, name }) => [(alias ?? name).value],
  fragment: ({ kind }, below) => (kind === 'InlineFragment' ? below : []),
}
