import { z } from 'zod'
import { hashPassword } from '../../infra/password.ts'
import { authorize } from '../access/authorize.ts'
import { lockOwnProject, resolveProject } from '../access/project-access.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import { isFinal } from '../foundation/batch-status.ts'
import type { Ctx } from '../foundation/context.ts'
import { DEFAULT_READER } from '../foundation/figures.ts'
import { newId, uuidSchema } from '../foundation/ids.ts'
import { createLinkToken, type MailDeps } from '../foundation/links.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { transaction } from '../foundation/transaction.ts'
import { passwordSchema } from '../members/credentials.ts'
import { localeSchema, timezoneSchema } from '../reports/foundation/reader-input.ts'
import { readRun } from '../runs/read.ts'
import { MAXIMUM_SHARE_LINKS, SHARE_PATH, type ShareLinkRecord } from './definition.ts'
import { toShareLinkRecord } from './read.ts'

/** Body of POST /share-links. */
export const createShareLinkBodySchema = z.strictObject({
  name: z
    .string('must be a text')
    .trim()
    .min(1, 'must not be empty')
    .max(100, 'must be at most 100 characters')
    .describe('Name of the link, which its page does not show.'),
  runId: uuidSchema
    .nullable()
    .optional()
    .describe('Run of the report. Omit it for a live link, which always shows the latest ended run.'),
  expiresInDays: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(365, 'must be at most 365')
    .optional()
    .describe('Days until the link expires; defaults to 30.'),
  password: passwordSchema
    .nullable()
    .optional()
    .describe('Password that the page asks for, 8–128 characters; none by default.'),
  locale: localeSchema.optional(),
  timezone: timezoneSchema.optional(),
})

const inputSchema = createShareLinkBodySchema.extend({ projectId: z.string('must be a text').optional() })

const DEFAULT_DAYS = 30

/** A new link, with the address of its page. */
export interface CreatedShareLink {
  shareLink: ShareLinkRecord
  /** Address of the page; only its path if PUBLIC_URL is not set. It cannot be read again. */
  url: string
}

/**
 * Creates a link to a page that shows the report of a run, or of the latest run, without an account. For project keys with the
 * scope write, and for admins, who must pass `projectId`.
 * @throws {AppError} BAD_REQUEST, also beyond the maximum number; FORBIDDEN; NOT_FOUND
 */
export async function createShareLink({
  ctx,
  input,
}: {
  ctx: Ctx<MailDeps>
  input: z.input<typeof inputSchema>
}): Promise<CreatedShareLink> {
  authorize(ctx, 'reports:manage')
  const { projectId: requestedId, name, runId = null, password, ...options } = parse(inputSchema, input)
  const id = resolveProject(ctx, requestedId)
  if (runId !== null) await checkRun(ctx, runId, id)
  const passwordHash = password == null ? null : await hashPassword(password)
  const { token, columns } = createLinkToken(ctx, (options.expiresInDays ?? DEFAULT_DAYS) * 24)
  const shareLink = await transaction(ctx, async ({ db }) => {
    const { id: projectId, organizationId } = await lockOwnProject(ctx, db, id)
    const active = await db.shareLink.count({
      where: { projectId, revokedAt: null, expiresAt: { gt: ctx.now() } },
    })
    if (active >= MAXIMUM_SHARE_LINKS)
      throw badFields({
        name: `would be link ${MAXIMUM_SHARE_LINKS + 1}; a project can have ${MAXIMUM_SHARE_LINKS}, revoke one first`,
      })
    const link = await db.shareLink.create({
      data: {
        id: newId(),
        projectId,
        batchId: runId,
        name,
        passwordHash,
        locale: options.locale ?? DEFAULT_READER.locale,
        timezone: options.timezone ?? DEFAULT_READER.timeZone,
        ...columns,
      },
    })
    await recordAudit(db, ctx, { organizationId, action: 'share_link.created', target: name })
    return toShareLinkRecord(link, ctx.now())
  })
  return { shareLink, url: `${ctx.deps.publicUrl ?? ''}${SHARE_PATH}/${token}` }
}

/** @throws {AppError} NOT_FOUND; BAD_REQUEST for a run of another project, and for one that has not ended */
async function checkRun(ctx: Ctx, runId: string, projectId: string): Promise<void> {
  const run = await readRun({ ctx, input: { runId } })
  if (run.projectId !== projectId.toLowerCase()) throw badFields({ runId: 'is a run of another project' })
  if (!isFinal(run.status)) throw badFields({ runId: 'has not ended yet' })
}
