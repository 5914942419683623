import { isPassword } from '../../infra/password.ts'
import { SecretError } from '../../infra/secret-box.ts'
import type { Branding } from '../branding/definition.ts'
import { loadBranding } from '../branding/read.ts'
import type { AnonymousCtx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import { hashToken } from '../foundation/ids.ts'
import { linkTokenSchema } from '../foundation/links.ts'
import type { SecretDeps } from '../foundation/secrets.ts'
import { asProjectReader } from '../reports/foundation/project-reader.ts'
import { type RenderedReport, renderHtmlReport } from '../reports/html/report.ts'
import { readRunFacts } from '../reports/read.ts'
import type { ShareLinkRecord } from './definition.ts'
import { toShareLinkRecord } from './read.ts'

/** A link that somebody opened. */
export interface OpenedLink {
  link: ShareLinkRecord
  organizationId: string
  branding: Branding
  passwordHash: string | null
}

/**
 * Finds the link of a token. Check its status and its password before showing the report.
 * @returns null for an unknown token, and for the link of a deleted project
 */
export async function openShareLink({
  ctx,
  input: { token },
}: {
  ctx: AnonymousCtx
  input: { token: string }
}): Promise<OpenedLink | null> {
  if (!linkTokenSchema.safeParse(token).success) return null
  const row = await ctx.db.prisma.shareLink.findUnique({
    where: { tokenHash: hashToken(token), project: { organizationId: { not: null } } },
    include: { project: { select: { organizationId: true } } },
  })
  if (!row?.project.organizationId) return null
  const { project, ...link } = row
  const { organizationId } = project
  if (organizationId === null) return null
  return {
    link: toShareLinkRecord(link, ctx.now()),
    organizationId,
    branding: await loadBranding(ctx.db.prisma, organizationId),
    passwordHash: link.passwordHash,
  }
}

/** Milliseconds for which a password is not asked for again. */
export const GRANT_DURATION = 12 * 3_600_000

/** Prefix of the encrypted text, so that no other encrypted secret is accepted as a grant. */
const GRANT = 'share-link-grant'

/**
 * Checks the password of a link.
 * @returns a grant to store in a cookie; null for a wrong password
 */
export async function grantAccess(
  ctx: AnonymousCtx<SecretDeps>,
  { link: { id }, passwordHash }: OpenedLink,
  password: string,
): Promise<string | null> {
  if (passwordHash === null || !(await isPassword(password, passwordHash))) return null
  const text = `${GRANT} ${id} ${ctx.now().getTime() + GRANT_DURATION}`
  return Buffer.from(ctx.deps.secrets.seal(text)).toString('base64url')
}

/** Returns whether a grant of {@link grantAccess} is for this link and has not expired. */
export function isGranted(
  ctx: AnonymousCtx<SecretDeps>,
  { link: { id } }: OpenedLink,
  grant: string,
): boolean {
  try {
    const text = ctx.deps.secrets.open(Buffer.from(grant, 'base64url'))
    const [purpose, linkId, expiry] = text.split(' ')
    return purpose === GRANT && linkId === id && Number(expiry) > ctx.now().getTime()
  } catch (error) {
    if (error instanceof SecretError) return false
    throw error
  }
}

/**
 * Renders the report of an active link whose password was checked.
 * @returns null if no run of the project has ended yet
 */
export async function renderSharedReport(
  ctx: AnonymousCtx,
  { link, organizationId, branding }: OpenedLink,
): Promise<RenderedReport | null> {
  const { id, projectId, runId, locale, timezone: timeZone } = link
  const reader = asProjectReader(ctx, { id, organizationId, projectId })
  try {
    const facts = await readRunFacts({
      ctx: reader,
      input: { runId: runId ?? 'latest', reader: { locale, timeZone } },
    })
    return renderHtmlReport(facts, { medium: 'page', branding })
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** Counts a view of the report of a link. */
export async function countView(ctx: AnonymousCtx, { link: { id } }: OpenedLink): Promise<void> {
  await ctx.db.prisma.shareLink.updateMany({
    where: { id },
    data: { viewCount: { increment: 1 }, lastViewedAt: ctx.now() },
  })
}
