import type { Part } from '../definitions/facts.ts'

/** What fields and arguments of the schema say about themselves beside their types, in their `extensions`. */
export type FieldExtensions = {
  /**
   * Of a field: its value never changes once the batch it is read from has ended, short of a change that raises the batch's
   * `seq`. Fields that only lead on to what is below them are immutable too. Without it a field counts as changeable, and so
   * does everything below it. Of an argument: false where the value of an immutable field may change when it is given.
   */
  immutable?: boolean | undefined
  /** The part of a record that must be loaded for the field. */
  expensive?: Part | undefined
  /** How many items a list gives when the operation does not say. */
  items?: number | undefined
}

/** The extensions of a field or an argument of our schema. */
export function extensionsOf({ extensions }: { extensions: object }): FieldExtensions {
  return extensions
}

/** Options of a field that is immutable and has no definition to say so. */
export const IMMUTABLE: { extensions: FieldExtensions } = { extensions: { immutable: true } }
