import type { AnonymousCtx, Ctx } from '../../foundation/context.ts'

/**
 * Returns a context that can read one project and nothing else, like a key of the project with the scope read. For reports that
 * are read without a caller: by scheduled emails and shared links.
 * @param reader.id id of the link or the delivery that stands in for the key
 */
export function asProjectReader<Needs>(
  ctx: AnonymousCtx<Needs>,
  { id, organizationId, projectId }: { id: string; organizationId: string; projectId: string },
): Ctx<Needs> {
  return { ...ctx, actor: { type: 'key', keyId: id, organizationId, projectId, scopes: ['read'] } }
}
