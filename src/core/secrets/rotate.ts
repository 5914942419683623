import { SecretError } from '../../infra/secret-box.ts'
import type { SecretKeyStore } from '../../infra/secret-keys.ts'
import { authorize } from '../access/authorize.ts'
import type { Ctx } from '../foundation/context.ts'
import { AppError } from '../foundation/errors.ts'
import type { SecretDeps } from '../foundation/secrets.ts'

/** Dependencies of a rotation. */
export interface RotationDeps extends SecretDeps {
  secretKeys: SecretKeyStore
}

/** A column with encrypted secrets. */
interface SealedColumn {
  table: 'organization' | 'batch' | 'project_webhook' | 'provider_credential' | 'two_factor'
  column: 'webhook_secret' | 'sealed'
}

const COLUMNS: readonly SealedColumn[] = [
  { table: 'organization', column: 'webhook_secret' },
  { table: 'batch', column: 'webhook_secret' },
  { table: 'project_webhook', column: 'webhook_secret' },
  { table: 'provider_credential', column: 'sealed' },
  { table: 'two_factor', column: 'sealed' },
]

/** Rows per statement. */
const PAGE = 500

/** How many stored secrets a rotation found. */
export interface Rotation {
  /** Encrypted again, with the new key. */
  reencrypted: number
  /** Already encrypted with the new key. */
  current: number
  /** Not readable with the new or the previous key, and left unchanged. */
  unreadable: number
}

/**
 * Encrypts all stored secrets with the new key. Without SECRET_KEY, it also creates this key. Safe to run again after an
 * interruption, and while servers run that know both keys. Operators only.
 * @throws {AppError} CONFLICT if the operator has not set SECRET_KEY_PREVIOUS
 */
export async function rotateSecrets({ ctx }: { ctx: Ctx<RotationDeps> }): Promise<Rotation> {
  authorize(ctx, 'operate')
  const { secretKeys } = ctx.deps
  if (!secretKeys.begin()) {
    throw new AppError(
      'CONFLICT',
      'There is no new key. Set SECRET_KEY to a new key and SECRET_KEY_PREVIOUS to the current one, restart all servers, and run this again.',
    )
  }
  const rotation: Rotation = { reencrypted: 0, current: 0, unreadable: 0 }
  for (const { table, column } of COLUMNS) {
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const { rows } = await ctx.db.pool.query<{ id: string; sealed: Buffer }>(
        `SELECT id, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL AND id > $1 ORDER BY id LIMIT ${PAGE}`,
        [after],
      )
      for (const { id, sealed } of rows) rotation[await reencrypt(ctx, { table, column, id, sealed })] += 1
      const last = rows.at(-1)
      if (!last) break
      after = last.id
    }
  }
  if (rotation.unreadable === 0) secretKeys.finish()
  return rotation
}

async function reencrypt(
  { deps: { secrets }, db }: Ctx<RotationDeps>,
  { table, column, id, sealed }: SealedColumn & { id: string; sealed: Buffer },
): Promise<keyof Rotation> {
  if (secrets.isCurrent(sealed)) return 'current'
  try {
    const renewed = secrets.seal(secrets.open(sealed))
    // A secret that was replaced in the meantime is already encrypted with the new key.
    const text = `UPDATE ${table} SET ${column} = $3 WHERE id = $1 AND ${column} = $2`
    const { rowCount } = await db.pool.query(text, [id, sealed, Buffer.from(renewed)])
    return rowCount === 0 ? 'current' : 'reencrypted'
  } catch (error) {
    if (error instanceof SecretError) return 'unreadable'
    throw error
  }
}
