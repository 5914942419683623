import { z } from 'zod'
import { valuesOf } from '../../definitions/fields/enumeration.ts'
import { authorize } from '../access/authorize.ts'
import { ownProjects } from '../access/project-access.ts'
import { KEY_SCOPES } from '../foundation/actor.ts'
import { recordAudit } from '../foundation/audit-log.ts'
import type { Ctx } from '../foundation/context.ts'
import { notFound } from '../foundation/errors.ts'
import { hashToken, newId, uuidSchema } from '../foundation/ids.ts'
import { badFields, parse } from '../foundation/parse.ts'
import { nameSchema } from '../foundation/text.ts'
import { transaction } from '../foundation/transaction.ts'
import { resolveOrganization } from '../organizations/resolve.ts'
import { DEFAULT_PRESET, KEY_PRESETS, type KeyRecord, scopesOf } from './definition.ts'
import { toKeyRecord } from './read.ts'
import { newKey, prefixOf } from './secret.ts'

const inputSchema = z.strictObject({
  projectId: uuidSchema.optional(),
  organizationId: uuidSchema.optional(),
  preset: z.enum(valuesOf(KEY_PRESETS)).optional(),
  scopes: z
    .array(z.enum(valuesOf(KEY_SCOPES)))
    .min(1)
    .optional(),
  name: nameSchema.optional(),
})

export type CreateKeyInput = z.input<typeof inputSchema>

/** A new key with its secret. */
export interface CreatedKey extends KeyRecord {
  /** The full key, which cannot be retrieved again. */
  key: string
}

/**
 * Creates a key for a project or an organization, with the scopes of a preset or with given ones. Every key has the scope
 * `read`. For operators, who pass a project or an organization, and for admins of an organization, who create an
 * organization key if they pass no project.
 * @throws {AppError} FORBIDDEN; BAD_REQUEST unless exactly one owner is given, for a preset together with scopes, and for a
 *   project key with the scope admin; NOT_FOUND
 */
export async function createKey({ ctx, input }: { ctx: Ctx; input: CreateKeyInput }): Promise<CreatedKey> {
  return addKey(ctx, input, { connected: false })
}

/**
 * Creates the key of an app that an admin connects through OAuth, like {@link createKey}. The secret is discarded, because the
 * app uses access tokens. They are valid only until the key is revoked.
 */
export async function connectApp({ ctx, input }: { ctx: Ctx; input: CreateKeyInput }): Promise<KeyRecord> {
  const { key: _, ...record } = await addKey(ctx, input, { connected: true })
  return record
}

async function addKey(
  ctx: Ctx,
  input: CreateKeyInput,
  { connected }: Pick<KeyRecord, 'connected'>,
): Promise<CreatedKey> {
  authorize(ctx, 'keys:manage')
  const { projectId, organizationId, name, ...given } = parse(inputSchema, input)
  const hasOwner = projectId !== undefined || organizationId !== undefined || ctx.actor.type === 'member'
  if (!hasOwner || (projectId !== undefined && organizationId !== undefined)) {
    throw badFields({ projectId: 'give either a project or an organization' })
  }
  if (given.preset && given.scopes) throw badFields({ preset: 'give either a preset or scopes' })
  const chosen = given.scopes ?? scopesOf(given.preset ?? DEFAULT_PRESET)
  if (projectId && chosen.includes('admin')) {
    throw badFields({
      [given.scopes ? 'scopes' : 'preset']: 'only an organization key can have the scope admin',
    })
  }
  const scopes = valuesOf(KEY_SCOPES).filter((scope) => scope === 'read' || chosen.includes(scope))
  const owner = projectId
    ? await ownedByProject(ctx, projectId)
    : await ownedByOrganization(ctx, organizationId)
  const key = newKey()
  const created = await transaction(ctx, async ({ db }) => {
    const created = await db.apiKey.create({
      data: {
        id: newId(),
        ...owner,
        scopes,
        connected,
        name: name ?? null,
        prefix: prefixOf(key),
        hash: hashToken(key),
      },
    })
    const target = created.name ?? `${created.prefix}…`
    await recordAudit(db, ctx, { ...owner, action: 'key.created', target })
    return created
  })
  return { ...toKeyRecord(created), key }
}

async function ownedByProject(ctx: Ctx, projectId: string) {
  const project = await ctx.db.prisma.project.findFirst({
    where: { AND: [{ id: projectId }, ownProjects(ctx)] },
  })
  if (!project?.organizationId) throw notFound('Project')
  return { organizationId: project.organizationId, projectId }
}

async function ownedByOrganization(ctx: Ctx, organizationId: string | undefined) {
  const id = resolveOrganization(ctx, organizationId)
  const organization = await ctx.db.prisma.organization.findUnique({ where: { id } })
  if (!organization) throw notFound('Organization')
  return { organizationId: id, projectId: null }
}
