import { createHash } from 'node:crypto'
import { badFields } from '../parse.ts'

/**
 * A place in the list of a project's prompts: after this one, whether or not it still exists. Opaque to callers; it carries
 * a digest, so that what was not given out for this project is told from what was.
 */
export function cursorAfter(projectId: string, promptId: string): string {
  const id = Buffer.from(promptId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, digest(projectId, id)]).toString('base64url')
}

/**
 * The id of the prompt a cursor stands after.
 * @throws {AppError} BAD_REQUEST for one that was not given out for this project
 */
export function promptBefore(projectId: string, cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  const id = bytes.subarray(0, 16)
  // Compared as text too: decoding is lenient.
  const genuine = bytes.toString('base64url') === cursor && digest(projectId, id).equals(bytes.subarray(16))
  if (!genuine)
    throw badFields({ cursor: 'is not a cursor of this list; take nextCursor of an earlier page' })
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function digest(projectId: string, id: Buffer): Buffer {
  return createHash('sha256').update(`prompts ${projectId} `).update(id).digest().subarray(0, 8)
}
