import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { AppCtx } from '../../core/context.ts'
import { hashToken } from '../../core/foundation/ids.ts'
import { createKey } from '../../core/keys/create.ts'
import type { Demo } from './demo.ts'

const keysSchema = z.object({ projectKey: z.string(), organizationKey: z.string() })
export type DemoKeys = z.infer<typeof keysSchema>

/** Returns the two keys of the demo. Reuses the keys of the last start if they are valid, so that copied commands still work. */
export async function getDemoKeys(ctx: AppCtx, demo: Demo, folder: string): Promise<DemoKeys> {
  const file = join(folder, 'demo-keys.json')
  const stored = readStored(file)
  if (stored && (await isValid(ctx, stored.projectKey)) && (await isValid(ctx, stored.organizationKey)))
    return stored
  const { projectId, organizationId } = demo
  const project = await createKey({ ctx, input: { projectId, name: 'demo' } })
  const organization = await createKey({ ctx, input: { organizationId, name: 'demo' } })
  const keys = { projectKey: project.key, organizationKey: organization.key }
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}

/** Returns null without a valid file. */
function readStored(file: string): DemoKeys | null {
  try {
    return keysSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

async function isValid(ctx: AppCtx, key: string): Promise<boolean> {
  const stored = await ctx.db.prisma.apiKey.findUnique({ where: { hash: hashToken(key) } })
  return stored !== null && stored.revokedAt === null
}
