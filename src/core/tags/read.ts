import type { Tag } from '../../generated/prisma/client.ts'
import { authorize } from '../authorize.ts'
import type { Ctx } from '../context.ts'
import { inIdOrder, isUuid } from '../ids.ts'
import { belowEach, countOfEach, type Page, rowsOfEach } from '../page.ts'
import { READABLE, readableProjects, readableValues } from '../project-access.ts'

/** A tag of a project, for any number of its prompts. */
export interface TagRecord {
  id: string
  projectId: string
  /** As it was first spelled. */
  name: string
  createdAt: Date
}

/** The public part of a tag's row. */
export function toTagRecord({ id, projectId, name, createdAt }: Tag): TagRecord {
  return { id, projectId, name, createdAt }
}

/** Tags by id, in the given order; null for a missing one and for one of a project the caller may not read. */
export async function readTags({
  ctx,
  input,
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<(TagRecord | null)[]> {
  const tags = await ctx.db.prisma.tag.findMany({
    where: { id: { in: input.ids.filter(isUuid) }, project: readableProjects(ctx) },
  })
  return inIdOrder(input.ids, tags, toTagRecord)
}

const MATCHING = `FROM tag t JOIN project o ON o.id = t.project_id WHERE t.project_id = of.id AND ${READABLE}`

/**
 * A page of the tags of each of these projects, ordered by creation, and one more if there are more. Tags without a prompt are included.
 * Empty for another tenant's project.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function listTags({
  ctx,
  input: { ids, page },
}: {
  ctx: Ctx
  input: { ids: readonly string[]; page: Page }
}): Promise<TagRecord[][]> {
  authorize(ctx, 'prompts:read')
  const { rows } = await ctx.db.pool.query<TagRecord>({
    name: `tags-page-${page.backward}`,
    text: `${belowEach(
      '$4',
      `SELECT t.id, t.project_id AS "projectId", t.name, t.created_at AS "createdAt" ${MATCHING}
         AND ($5::uuid IS NULL OR t.id > $5) AND ($6::uuid IS NULL OR t.id < $6)
       ORDER BY t.id ${page.backward ? 'DESC' : 'ASC'} LIMIT $7`,
    )} ORDER BY i.id`,
    values: [...readableValues(ctx), ids, page.after, page.before, page.size + 1],
  })
  return rowsOfEach(ids, rows, ({ projectId }) => projectId)
}

/**
 * How many tags each of these projects has.
 * @throws {AppError} PROJECT_SCOPED_KEY_REQUIRED
 */
export async function countTags({
  ctx,
  input: { ids },
}: {
  ctx: Ctx
  input: { ids: readonly string[] }
}): Promise<number[]> {
  authorize(ctx, 'prompts:read')
  const { rows } = await ctx.db.pool.query<{ of: string; count: number }>({
    name: 'count-tags',
    text: belowEach('$4', `SELECT count(*)::int AS count ${MATCHING}`),
    values: [...readableValues(ctx), ids],
  })
  return countOfEach(ids, rows)
}
