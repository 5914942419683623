import type { BrandFact } from '../../extraction/facts/brand-fact.ts'
import type { FactRecord } from './definition.ts'
import { factInputSchema } from './input.ts'

/** Columns of a fact that its record needs. */
export interface FactRow {
  id: string
  projectId: string
  value: unknown
  text: string
  createdAt: Date
}

const NO_FIELDS = {
  plan: null,
  amount: null,
  currency: null,
  period: null,
  year: null,
  name: null,
  place: null,
  aliases: [],
  available: null,
  days: null,
}

/** Parses the stored value of a fact. */
export function parseFact(value: unknown): BrandFact {
  return factInputSchema.parse(value)
}

/** Returns the public fields of a fact row. */
export function toFactRecord({ id, projectId, value, text, createdAt }: FactRow): FactRecord {
  return { ...NO_FIELDS, ...parseFact(value), id, projectId, text, createdAt }
}
