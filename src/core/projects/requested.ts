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

/** An input that may name the project it is about. */
export type MayNameProject<Input> = Input & { projectId?: string }

/**
 * Parts the project that a request is about from what the request says of it. The `projectId` of a key stays: the verb's
 * schema refuses it, together with whatever else is wrong.
 * @throws {AppError} as {@link requestedProject}
 */
export function takeProject<Input extends object>(
  ctx: Ctx,
  input: MayNameProject<Input>,
): { projectId: string; body: Input } {
  if (ctx.actor.type === 'key') return { projectId: projectOf(ctx), body: input }
  const { projectId, ...body } = input
  return { projectId: requestedProject(ctx, projectId), body: body as unknown as Input }
}
