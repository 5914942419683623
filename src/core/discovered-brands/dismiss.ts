import { z } from 'zod'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, resolveProject } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { parse } from '../foundation/parse.ts'
import { nameSchema } from '../foundation/text.ts'
import { transaction } from '../foundation/transaction.ts'
import { discoveredKey } from '../observations/discovered-key.ts'
import { spellingsOf } from './spellings.ts'

/** Body of the request that dismisses or restores a discovered brand. */
export const dismissBodySchema = z.strictObject({
  name: nameSchema.describe('Any spelling from a list of discovered brands.'),
  dismissed: z
    .boolean('must be true or false')
    .default(true)
    .describe('`true` hides the brand from the lists of brands to track; `false` restores it.'),
})

const inputSchema = dismissBodySchema.extend({ projectId: z.string('must be a text').optional() })
export type DismissInput = z.input<typeof inputSchema>

/** A discovered brand, and whether it is now dismissed. */
export interface DismissedBrand {
  projectId: string
  name: string
  dismissed: boolean
}

/**
 * Dismisses or restores a discovered brand in all of its spellings. Lists of all runs omit dismissed brands unless
 * dismissed brands are requested. Members pass the project id; project keys do not. The operation is idempotent.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST; NOT_FOUND for a name that no answer of the project
 *   contains, and for a project of another tenant
 */
export async function dismissDiscoveredBrand({
  ctx,
  input,
}: {
  ctx: Ctx
  input: DismissInput
}): Promise<DismissedBrand> {
  authorize(ctx, 'settings:write')
  const { name, dismissed, ...request } = parse(inputSchema, input)
  const projectId = resolveProject(ctx, request.projectId)
  await transaction(ctx, async (tx) => {
    await lockOwnProject(ctx, tx.db, projectId)
    const key = discoveredKey(name)
    // Throws if no answer contains the name.
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
