import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { newId } from '../foundation/ids.ts'
import { createLinkToken, linkTo, type MailDeps } from '../foundation/links.ts'
import { transaction } from '../foundation/transaction.ts'
import { isClaimed } from './claimed.ts'

/** Lifetime of the link, in hours. */
const VALID_HOURS = 12

/** Result of {@link createSetupLink}. */
export interface CreatedSetupLink {
  /** The link, or only its path if PUBLIC_URL is not set. It cannot be retrieved again later. */
  link: string
  expiresAt: Date
}

/**
 * Creates the link that opens the setup of a new installation: it creates the first organization and its admin, once
 * within twelve hours. It replaces an earlier link. Operators only.
 * @throws {AppError} FORBIDDEN; CONFLICT if an organization exists
 */
export async function createSetupLink(ctx: Ctx<MailDeps>): Promise<CreatedSetupLink> {
  authorize(ctx, 'operate')
  const { token, columns } = createLinkToken(ctx, VALID_HOURS)
  await transaction(ctx, async ({ db }) => {
    if (await isClaimed(db)) {
      throw new AppError(
        'CONFLICT',
        'This installation is already set up. Add people with "answergraph user invite", or organizations with "answergraph org create".',
      )
    }
    await db.setupLink.deleteMany()
    await db.setupLink.create({ data: { id: newId(), ...columns } })
  })
  return { link: linkTo('setup', token, ctx.deps.publicUrl), expiresAt: columns.expiresAt }
}
