import { z } from 'zod'
import type { TrackedEntity } from '../../extraction/observation.ts'

const entitySchema = z.object({
  name: z.string(),
  aliases: z.array(z.string()).default([]),
  domains: z.array(z.string()).default([]),
})

/** Who is looked for in the answers of a batch, as it was when the batch began. */
export const snapshotSchema = z.object({
  brand: entitySchema,
  competitors: z.array(entitySchema.extend({ id: z.string() })),
})
export type Snapshot = z.infer<typeof snapshotSchema>

/** The tracked entities in the order extraction knows them by: the brand first. */
export function entitiesOf(snapshot: Snapshot): TrackedEntity[] {
  return [snapshot.brand, ...snapshot.competitors]
}
