import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Ctx } from '../core/context.ts'
import { hashToken } from '../core/ids.ts'
import { createKey } from '../core/keys/create.ts'
import type { Demo } from './demo.ts'

const keysSchema = z.object({ projectKey: z.string(), organizationKey: z.string() })
export type DemoKeys = z.infer<typeof keysSchema>

/** The two keys of the demo: those of the last start while they are valid, so that commands copied then still work; otherwise new ones. */
export async function demoKeys(ctx: Ctx, demo: Demo, folder: string): Promise<DemoKeys> {
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

/** Null when there is no valid file. */
function readStored(file: string): DemoKeys | null {
  try {
    return keysSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

async function isValid(ctx: Ctx, key: string): Promise<boolean> {
  const found = await ctx.db.prisma.apiKey.findUnique({ where: { hash: hashToken(key) } })
  return found !== null && found.revokedAt === null
}
