import { projectOf } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import { isUuid } from '../ids.ts'
import { badFields } from '../parse.ts'

/**
 * The project a request is about: a key's own, which it does not name; a member names one. Whether the member may is for
 * whoever reads the project to check.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED; BAD_REQUEST on `projectId`; NOT_FOUND for what cannot be an id
 */
export function requestedProject(ctx: Ctx, projectId: string | undefined): string {
  if (ctx.actor.type === 'key') {
    if (projectId !== undefined) throw badFields({ projectId: 'is not a known field; remove it' })
    return projectOf(ctx)
  }
  if (projectId === undefined) throw badFields({ projectId: 'is required' })
  if (!isUuid(projectId)) throw notFound('Project')
  return projectId
}
