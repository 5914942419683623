import { z } from 'zod'
import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import type { SetupProposal } from '../../generated/prisma/client.ts'
import { nameSchema, urlSchema } from '../foundation/text.ts'

const promptText = z.string().trim().min(1).max(5_000)

/** The proposals that setup can make, by kind. Accepting a proposal changes only what its kind says. */
export const proposalSchema = z.discriminatedUnion('kind', [
  /** Another name for the analysis brand. */
  z.object({ kind: z.literal('brand_name'), payload: z.strictObject({ name: nameSchema }) }),
  /** An additional alias of the brand. */
  z.object({ kind: z.literal('alias'), payload: z.strictObject({ name: nameSchema }) }),
  /** A description of the brand. */
  z.object({
    kind: z.literal('description'),
    payload: z.strictObject({ text: z.string().min(1).max(500) }),
  }),
  /** An additional domain of the brand, such as `example.com`. */
  z.object({
    kind: z.literal('domain'),
    payload: z.strictObject({ domain: z.string().min(1).max(253) }),
  }),
  /** A competitor to track. */
  z.object({
    kind: z.literal('competitor'),
    payload: z.strictObject({ name: nameSchema, url: urlSchema.nullable() }),
  }),
  /** A prompt to add. `branded` is true if its text names the brand. */
  z.object({
    kind: z.literal('prompt'),
    payload: z.strictObject({ text: promptText, branded: z.boolean() }),
  }),
])

export type Proposal = z.infer<typeof proposalSchema>

/** Kinds of proposals. */
export const PROPOSAL_KINDS = {
  brand_name: 'Another name for the analysis brand.',
  alias: 'An additional alias of the brand.',
  description: 'A description of the brand.',
  domain: 'An additional domain of the brand.',
  competitor: 'A competitor to track.',
  prompt: 'A prompt to start with.',
} as const satisfies Enumeration<Proposal['kind']>

/** A proposal, as all interfaces show it. */
export type ProposalRecord = Proposal & {
  id: string
  projectId: string
  createdAt: Date
  /** Null until the proposal is accepted or rejected. */
  decidedAt: Date | null
  accepted: boolean | null
}

/** Returns the public fields of a proposal row. */
export function toProposalRecord(row: SetupProposal): ProposalRecord {
  const { id, projectId, createdAt, decidedAt, accepted } = row
  return { ...proposalSchema.parse(row), id, projectId, createdAt, decidedAt, accepted }
}
