import { z } from 'zod'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { discoveredKey } from '../observations/discovered-key.ts'
import { parse } from '../parse.ts'
import { lockOwnProject, resolveProject } from '../project-access.ts'
import { nameSchema } from '../text.ts'
import { transaction } from '../transaction.ts'
import { spellingsOf } from './spellings.ts'

/** Body of the request that dismisses a discovered brand, or takes that back. */
export const dismissBodySchema = z.strictObject({
  name: nameSchema.describe('Any of its spellings, as a list of discovered brands has them.'),
  dismissed: z
    .boolean('must be true or false')
    .default(true)
    .describe('Whether it is left out of the lists as no brand to track; `false` takes that back.'),
})

const inputSchema = dismissBodySchema.extend({ projectId: z.string('must be a text').optional() })
export type DismissInput = z.input<typeof inputSchema>

/** Whether a discovered brand is dismissed now. */
export interface DismissedBrand {
  projectId: string
  name: string
  dismissed: boolean
}

/**
 * Dismisses a discovered brand in all of its spellings: it is no brand to track, and lists of all runs leave it out unless they are asked for those
 * that are dismissed; or takes that back. A member names the project, a project key does not. Repeated, it changes nothing.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; NOT_FOUND for a name that no answer of the project has, and for another
 *   tenant's project
 */
export async function dismissDiscoveredBrand({
  ctx,
  input,
}: {
  ctx: Ctx
  input: DismissInput
}): Promise<DismissedBrand> {
  authorize(ctx, 'settings:write')
  const { name, dismissed, projectId: named } = parse(inputSchema, input)
  const projectId = resolveProject(ctx, named)
  await transaction(ctx, async (tx) => {
    await lockOwnProject(ctx, tx.db, projectId)
    const key = discoveredKey(name)
    // Only names that answers have can be dismissed.
    await spellingsOf(tx, projectId, key)
    const brand = { projectId, key }
    if (dismissed)
      await tx.db.dismissedBrand.createMany({
        data: { ...brand, dismissedAt: ctx.now() },
        skipDuplicates: true,
      })
    else await tx.db.dismissedBrand.deleteMany({ where: brand })
    tx.publish({ projectId, changed: 'discovered_brands' })
  })
  return { projectId, name, dismissed }
}
