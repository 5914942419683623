import type { AppCtx } from '../../core/context.ts'
import { joinOrganization } from '../../core/members/join.ts'
import { createSignInLink } from '../../core/sign-in-links/create.ts'
import type { Demo } from './demo.ts'

const EMAIL = 'demo@taskfern.example'

/** Creates a link to sign in to the dashboard as the demo's admin, who has no password and is created if missing. */
export async function createDemoSignInLink(ctx: AppCtx, { organizationId }: Demo): Promise<string> {
  const user = await ctx.db.prisma.user.findUnique({ where: { email: EMAIL }, include: { members: true } })
  if (!user?.members.some((member) => member.organizationId === organizationId)) {
    const person = user ? { user } : { user, email: EMAIL, name: 'Demo', passwordHash: null }
    await joinOrganization(ctx, person, { organizationId, role: 'admin' })
  }
  return (await createSignInLink({ ctx, input: { email: EMAIL } })).link
}
