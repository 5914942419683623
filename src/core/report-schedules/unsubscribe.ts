import { SecretError } from '../../infra/secret-box.ts'
import type { Branding } from '../branding/definition.ts'
import { loadBranding } from '../branding/read.ts'
import type { AnonymousCtx } from '../foundation/context.ts'
import { isUuid } from '../foundation/ids.ts'
import type { SecretDeps } from '../foundation/secrets.ts'

/** Path of the page that the link in each email opens. */
export const UNSUBSCRIBE_PATH = '/unsubscribe'

/** Prefix of the encrypted text, so that no other encrypted secret is accepted as a token. */
const PURPOSE = 'report-unsubscribe'

/** A recipient of the reports of a project, as in the token of an email. */
interface Subscription {
  projectId: string
  email: string
}

/** Returns the token of the link in an email. It is encrypted and authenticated with SECRET_KEY, and does not expire. */
export function unsubscribeToken(
  { deps: { secrets } }: AnonymousCtx<SecretDeps>,
  { projectId, email }: Subscription,
): string {
  return Buffer.from(secrets.seal(`${PURPOSE} ${projectId} ${email}`)).toString('base64url')
}

function parseToken({ deps: { secrets } }: AnonymousCtx<SecretDeps>, token: string): Subscription | null {
  try {
    const [purpose, projectId = '', email = ''] = secrets.open(Buffer.from(token, 'base64url')).split(' ')
    return purpose === PURPOSE && isUuid(projectId) ? { projectId, email } : null
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}

/** A subscription with what its page shows. */
export interface FoundSubscription extends Subscription {
  projectName: string
  branding: Branding
  subscribed: boolean
}

/** Returns the subscription of a token; null for an invalid token, and for a deleted project. */
export async function findSubscription({
  ctx,
  input: { token },
}: {
  ctx: AnonymousCtx<SecretDeps>
  input: { token: string }
}): Promise<FoundSubscription | null> {
  const subscription = parseToken(ctx, token)
  if (!subscription) return null
  const { prisma } = ctx.db
  const { projectId, email } = subscription
  const project = await prisma.project.findUnique({
    where: { id: projectId },
    select: { displayName: true, organizationId: true, reportUnsubscriptions: { where: { email } } },
  })
  if (!project || project.organizationId === null) return null
  return {
    ...subscription,
    projectName: project.displayName,
    branding: await loadBranding(prisma, project.organizationId),
    subscribed: project.reportUnsubscriptions.length === 0,
  }
}

/** Unsubscribes a recipient from the reports of a project, or subscribes them again. Repeated calls have no further effect. */
export async function setSubscribed(
  ctx: AnonymousCtx,
  { projectId, email }: Subscription,
  subscribed: boolean,
): Promise<void> {
  const { reportUnsubscription } = ctx.db.prisma
  if (subscribed) await reportUnsubscription.deleteMany({ where: { projectId, email } })
  else
    await reportUnsubscription.createMany({
      data: [{ projectId, email, createdAt: ctx.now() }],
      skipDuplicates: true,
    })
}
