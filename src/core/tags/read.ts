import type { Tag } from '../../generated/prisma/client.ts'
import { authorize } from '../access/authorize.ts'
import { READABLE, readableProjects, readableValues } from '../access/project-access.ts'
import type { Ctx } from '../foundation/context.ts'
import { inIdOrder, isUuid } from '../foundation/ids.ts'
import { countByParent, groupByParent, type Page, queryPerParent } from '../foundation/page.ts'

/** A tag of a project. Any number of prompts can have it. */
export interface TagRecord {
  id: string
  projectId: string
  /** First spelling of the tag. */
  name: string
  createdAt: Date
}

/** Returns the public fields of a tag row. */
export function toTagRecord({ id, projectId, name, createdAt }: Tag): TagRecord {
  return { id, projectId, name, createdAt }
}

/**
 * Returns tags by id, in the given order. A tag is null if it is missing or belongs to a project that the caller may
 * not read.
 */
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
 * Returns a page of the tags of each project, ordered by creation, plus one extra tag if there are more. Includes tags
 * without prompts. Empty for another tenant's project.
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
    text: `${queryPerParent(
      '$4',
      `SELECT t.id, t.project_id AS "projectId", t.name, t.created_at AS "createdAt" ${MATCHING}
         AND ($5::uuid IS NULL OR t.id > $5) AND ($6::uuid IS NULL OR t.id < $6)
       ORDER BY t.id ${page.backward ? 'DESC' : 'ASC'} LIMIT $7`,
    )} ORDER BY i.id`,
    values: [...readableValues(ctx), ids, page.after, page.before, page.size + 1],
  })
  return groupByParent(ids, rows, ({ projectId }) => projectId)
}

/**
 * Returns the number of tags of each project.
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
    text: queryPerParent('$4', `SELECT count(*)::int AS count ${MATCHING}`),
    values: [...readableValues(ctx), ids],
  })
  return countByParent(ids, rows)
}
