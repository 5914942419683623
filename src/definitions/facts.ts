import { z } from 'zod'

/** The parts of records that are read from the database only when they are asked for. */
export const PARTS = ['answer', 'raw', 'facts', 'observation', 'summary', 'urls'] as const
export type Part = (typeof PARTS)[number]

/** What is true of a field besides its type and its description. */
export interface Facts {
  /**
   * The value never changes once the batch it belongs to has ended, short of a change that raises the batch's `seq`; of an
   * object: none of its fields does. Answers made of such fields only are cached. Without it a field counts as changeable.
   */
  immutable?: boolean
  /** The part of the record that must be loaded for it. */
  expensive?: Part
  /** Records that were stored before it was introduced lack it, and it is shown as null. */
  addedLater?: boolean
  /** Of an object that is part of another: its records may have further fields, which are not shown. */
  selective?: boolean
  /** For the documentation, where an example made from the type alone would not be realistic. */
  example?: unknown
}

/** The facts of every schema that has any: `schema.register(facts, {…})`, last in its chain. */
export const facts = z.registry<Facts>()

/** The facts of a field of a definition: its own, and for `immutable` those of the object it belongs to. */
export function factsOf(definition: z.ZodObject, name: string): Facts {
  const field = definition.shape[name]
  const own = field && facts.get(field)
  const immutable = own?.immutable ?? facts.get(definition)?.immutable ?? false
  return { ...own, immutable }
}

/** The description of a schema; where it has none, of what it wraps. */
export function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const described = z.globalRegistry.get(schema)?.description
  return described ?? (isWrapper(schema) ? descriptionOf(schema.unwrap()) : undefined)
}

/** Whether a schema only makes another one nullable or optional. */
export function isWrapper(schema: z.core.$ZodType): schema is z.ZodNullable | z.ZodOptional {
  return schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
}
