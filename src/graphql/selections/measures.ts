import type { Fold } from './fold-selections.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Levels of fields below fields. Introspection counts as one level: GraphQL.js has a rule of its own against its cycles. */
export const depth: Fold<number> = {
  combine: (depths) => Math.max(0, ...depths),
  field: ({ name }, below) => (name.value.startsWith('__') ? 1 : 1 + below),
}

/** Fields of a selection set, those of its fragments included and those below them not. */
export const fieldCount: Fold<number> = {
  combine: sum,
  field: () => 1,
}

/**
 * Fields and fragments of an operation with every fragment written out wherever it is spread: what graphql-jit's time and
 * memory for compiling it grow with. A spread counts by itself: it is followed even where nothing is in it.
 */
export const compiledSize: Fold<number> = {
  combine: sum,
  field: (_, below) => 1 + below,
  fragment: (_, below) => 1 + below,
}

/**
 * Names in the response of the fields that stand in one selection set, those of its inline fragments included. Fields of
 * spread fragments are left out: they count in the selection set of the fragment.
 */
export const responseNames: Fold<readonly string[]> = {
  combine: (names) => names.flat(),
  field: ({ alias, name }) => [(alias ?? name).value],
  fragment: ({ kind }, below) => (kind === 'InlineFragment' ? below : []),
}
