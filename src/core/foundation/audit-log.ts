import type { Enumeration } from '../../definitions/fields/enumeration.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { AnonymousCtx, Ctx } from './context.ts'
import type { ProjectSetting } from './events.ts'
import { newId } from './ids.ts'

/** Security events and changes of settings in the audit log of an organization. */
export const AUDIT_ACTIONS = {
  'organization.created': 'The organization was created by the setup of the installation.',
  'plan.changed': 'The operator moved the organization to another plan.',
  'retention.changed': 'The operator changed how long answers and logs are kept.',
  'credits.granted': 'The operator added credits.',
  'operator.added': 'The operator let a member see the state of the whole installation.',
  'operator.removed': 'A member can no longer see the state of the whole installation.',
  'session.opened': 'A member signed in.',
  'session.failed': 'Somebody tried to sign in as a member with a wrong password or code.',
  'open_id.connected':
    'A member signed in with OpenID Connect for the first time, which removed their password.',
  'two_factor.enabled': 'A member turned on two-factor authentication.',
  'two_factor.disabled': 'A member turned off two-factor authentication.',
  'two_factor.reset': 'The operator turned off two-factor authentication for a member.',
  'recovery_code.used': 'A member signed in with a recovery code instead of a code from their app.',
  'session.ended': 'A member ended sessions.',
  'password.changed': 'A member changed their password.',
  'password.reset': 'A member set a new password with a link.',
  'password_reset.sent': 'A password reset link was created for a member.',
  'member.invited': 'A person was invited.',
  'member.joined': 'An invited person joined.',
  'member.added': 'The operator added a member.',
  'member.role_changed': 'The role of a member was changed.',
  'member.removed': 'A member was removed.',
  'invitation.revoked': 'An invitation was deleted.',
  'key.created': 'An API key was created.',
  'key.revoked': 'An API key was revoked.',
  'reporting_role.created': 'The operator created a database role that reads the answers and metrics.',
  'reporting_role.rotated':
    'The operator replaced the password of a database role that reads the answers and metrics.',
  'reporting_role.revoked': 'The operator revoked a database role that read the answers and metrics.',
  'credential.saved': 'Provider credentials were stored.',
  'credential.deleted': 'Provider credentials were deleted.',
  'webhook_secret.shown': 'The secret that signs webhooks was shown.',
  'webhook_secret.replaced': 'The secret that signs webhooks was replaced.',
  'webhook.created': 'A webhook of a project was created.',
  'webhook.deleted': 'A webhook of a project was deleted.',
  'branding.changed': 'The name, the color or the logo in reports and emails was changed.',
  'report_schedule.changed': 'The times or the recipients of the reports of a project were changed.',
  'share_link.created': 'A link that shows a report to everybody who has it was created.',
  'share_link.revoked': 'A link to a report was revoked.',
  'project.created': 'A project was created.',
  'project.deleted': 'A project was deleted.',
  'project.changed': 'The names, the brand or the default providers of a project were changed.',
  'prompts.changed': 'Prompts of a project or their tags were changed.',
  'competitors.changed': 'Competitors of a project were changed.',
  'facts.changed': 'Facts about the brand of a project were changed.',
  'discovered_brands.changed': 'Discovered brands of a project were tracked or dismissed.',
  'prompt_suggestions.changed': 'A suggested prompt was dismissed or restored.',
  'opportunities.changed': 'The status, the assignee or the note of an opportunity was changed.',
  'labels.corrected': 'The labels of a brand in an answer were corrected or confirmed.',
  'labels.restored': 'A correction of the labels of a brand in an answer was removed.',
  'schedule.changed': 'The schedule of a project was changed.',
  'setup.changed': 'The setup of a project was started, or its proposals were decided.',
  'alert_rules.changed': 'The rules for the alerts of a project were changed, or alerts were muted.',
} as const satisfies Enumeration

export type AuditAction = keyof typeof AUDIT_ACTIONS

/** The action that the change of a part of a project is logged as. */
export const ACTION_OF_PART: Readonly<Record<ProjectSetting, AuditAction>> = {
  project: 'project.changed',
  prompts: 'prompts.changed',
  competitors: 'competitors.changed',
  facts: 'facts.changed',
  discovered_brands: 'discovered_brands.changed',
  prompt_suggestions: 'prompt_suggestions.changed',
  opportunities: 'opportunities.changed',
  schedule: 'schedule.changed',
  setup: 'setup.changed',
  alert_rules: 'alert_rules.changed',
}

/** An event to log. */
export interface AuditEvent {
  action: AuditAction
  /** Name of what was changed, such as an address, a key or a project. Never a secret. */
  target: string | null
}

/** Who caused an event: the caller, or a user who is not signed in yet. */
interface Cause {
  type: 'member' | 'key' | 'job' | 'operator'
  id: string | null
}

function causeOf(ctx: AnonymousCtx | Ctx): Cause {
  if (!('actor' in ctx)) return { type: 'operator', id: null }
  const { actor } = ctx
  if (actor.type === 'member') return { type: 'member', id: actor.userId }
  return { type: actor.type, id: actor.type === 'key' ? actor.keyId : null }
}

/**
 * Adds an event to the audit log of an organization, with the caller's name and address. Call it in the transaction of
 * the change, so that neither exists without the other.
 * @param userId the user who caused the event, if the caller is not signed in
 */
export async function recordAudit(
  db: Prisma.TransactionClient,
  ctx: AnonymousCtx | Ctx,
  { organizationId, action, target, userId }: AuditEvent & { organizationId: string; userId?: string },
): Promise<void> {
  const cause = userId === undefined ? causeOf(ctx) : { type: 'member', id: userId }
  const at = ctx.now()
  await db.$executeRaw`
    INSERT INTO audit_entry (id, organization_id, at, action, target, actor_type, actor_id, actor_name, address)
    VALUES (${newId(at)}::uuid, ${organizationId}::uuid, ${at}, ${action}, ${target}, ${cause.type}, ${cause.id}::uuid,
      coalesce((SELECT email FROM "user" WHERE id = ${cause.id}::uuid),
        (SELECT coalesce(name, prefix || '…') FROM api_key WHERE id = ${cause.id}::uuid)),
      ${ctx.request?.address ?? null})`
}

/** Adds an event of a user to the audit logs of all their organizations; see {@link recordAudit}. */
export async function recordUserAudit(
  db: Prisma.TransactionClient,
  ctx: AnonymousCtx | Ctx,
  { userId, ...event }: AuditEvent & { userId: string },
): Promise<void> {
  for (const { organizationId } of await db.member.findMany({ where: { userId } }))
    await recordAudit(db, ctx, { ...event, organizationId, userId })
}

/** Adds the changed parts of projects to the audit logs of their organizations. Jobs change no settings. */
export async function recordProjectAudit(
  db: Prisma.TransactionClient,
  ctx: AnonymousCtx | Ctx,
  changes: ReadonlyMap<string, ReadonlySet<ProjectSetting>>,
): Promise<void> {
  if (changes.size === 0 || !('actor' in ctx) || ctx.actor.type === 'job') return
  const projects = await db.project.findMany({ where: { id: { in: [...changes.keys()] } } })
  for (const { id, organizationId, displayName } of projects) {
    if (organizationId === null) continue
    for (const part of changes.get(id) ?? [])
      await recordAudit(db, ctx, { organizationId, action: ACTION_OF_PART[part], target: displayName })
  }
}
