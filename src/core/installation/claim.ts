import { z } from 'zod'
import { hashPassword } from '../../infra/password.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { AnonymousCtx } from '../foundation/context.ts'
import { isUniqueViolation } from '../foundation/database-errors.ts'
import { AppError } from '../foundation/errors.ts'
import { newId } from '../foundation/ids.ts'
import { invalidLink, linkTokenSchema, openLink } from '../foundation/links.ts'
import { parse } from '../foundation/parse.ts'
import { nameSchema } from '../foundation/text.ts'
import { transaction } from '../foundation/transaction.ts'
import { emailSchema, passwordAccount, passwordSchema } from '../members/credentials.ts'
import { isClaimed } from './claimed.ts'

const readSchema = z.strictObject({ token: linkTokenSchema })

const inputSchema = z.strictObject({
  token: linkTokenSchema,
  organizationName: nameSchema,
  name: nameSchema,
  email: emailSchema,
  password: passwordSchema,
})

/**
 * Checks a setup link before its form is shown.
 * @throws {AppError} BAD_REQUEST for a token that is unknown, used, replaced or expired
 */
export async function readSetupLink({
  ctx,
  input,
}: {
  ctx: AnonymousCtx
  input: unknown
}): Promise<{ expiresAt: Date }> {
  const { token } = parse(readSchema, input)
  const link = await ctx.db.prisma.setupLink.findUnique({ where: openLink(ctx, token) })
  if (!link) throw invalidLink()
  return { expiresAt: link.expiresAt }
}

/**
 * Uses up the setup link, and creates the first organization, with all features, and its admin. The caller opens the
 * session.
 * @throws {AppError} BAD_REQUEST, also for a token that is no longer valid; CONFLICT if an organization exists
 */
export async function claimInstallation({
  ctx,
  input,
}: {
  ctx: AnonymousCtx
  input: unknown
}): Promise<{ organizationId: string; userId: string; email: string }> {
  const { token, organizationName, name, email, password } = parse(inputSchema, input)
  const passwordHash = await hashPassword(password)
  const [organizationId, userId] = [newId(), newId()]
  try {
    await transaction(ctx, async ({ db }) => {
      const isTaken = await isClaimed(db)
      const { count } = await db.setupLink.deleteMany({ where: openLink(ctx, token) })
      if (count === 0) throw invalidLink()
      if (isTaken) throw new AppError('CONFLICT', 'This installation is already set up. Sign in instead.')
      await db.organization.create({ data: { id: organizationId, name: organizationName, plan: 'pro' } })
      const accounts = { create: passwordAccount(userId, passwordHash) }
      const members = { create: { id: newId(), organizationId, role: 'admin' as const } }
      await db.user.create({ data: { id: userId, name, email, accounts, members } })
      const event = {
        organizationId,
        action: 'organization.created',
        target: organizationName,
        userId,
      } as const
      await recordAudit(db, ctx, event)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new AppError('CONFLICT', `${email} already has an account. Use another address.`)
  }
  ctx.deps.logger.info({ organizationId, userId, requestId: ctx.requestId }, 'the installation was set up')
  return { organizationId, userId, email }
}
