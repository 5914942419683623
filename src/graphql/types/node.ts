import { brandWithType, type OutputRef } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import { readAsyncAnalyses } from '../../core/async-analyses/read.ts'
import { organizationOf } from '../../core/authorize.ts'
import type { Ctx } from '../../core/context.ts'
import { readOrganization } from '../../core/organizations/read.ts'
import { badFields } from '../../core/parse.ts'
import { readProjects } from '../../core/projects/read.ts'
import { readResultsByIds } from '../../core/results/read.ts'
import { builder } from '../builder.ts'
import { parseGlobalId } from '../global-id.ts'
import { includeOf } from '../selection.ts'
import { AsyncAnalysis } from './async-analysis.ts'
import { Organization } from './organization.ts'
import { Project } from './project.ts'
import { AnalysisResult } from './result.ts'
import { ApiKey } from './viewer.ts'

type Load = (
  ctx: Ctx,
  ids: readonly string[],
  info: GraphQLResolveInfo,
) => Promise<readonly (object | null)[]>

/** How the nodes of each type are found: in the order of the ids, null for those the caller may not see. */
const LOADERS: readonly { type: OutputRef & { name: string }; load: Load }[] = [
  {
    type: ApiKey,
    load: async ({ actor }, ids) =>
      ids.map((id) => (actor.type === 'key' && actor.keyId === id ? actor : null)),
  },
  {
    type: Organization,
    load: async (ctx, ids) => {
      const own = organizationOf(ctx)
      const organization = ids.includes(own) ? await readOrganization({ ctx }) : null
      return ids.map((id) => (id === own ? organization : null))
    },
  },
  { type: Project, load: (ctx, ids) => readProjects({ ctx, input: { ids } }) },
  { type: AsyncAnalysis, load: (ctx, ids) => readAsyncAnalyses({ ctx, input: { ids } }) },
  {
    type: AnalysisResult,
    load: (ctx, ids, info) => readResultsByIds({ ctx, input: { ids, include: includeOf(info) } }),
  },
]

const LARGEST_LIST = 100

/** The nodes in the order asked for, with one look at the database for each type; null for what names nothing. */
async function loadNodes(
  ctx: Ctx,
  globalIds: readonly string[],
  info: GraphQLResolveInfo,
): Promise<(object | null)[]> {
  const parsed = globalIds.map(parseGlobalId)
  const found = new Map<string, object>()
  await Promise.all(
    LOADERS.map(async ({ type, load }) => {
      const ids = new Set(parsed.flatMap((id) => (id?.typename === type.name ? [id.id] : [])))
      if (ids.size === 0) return
      const loaded = await load(ctx, [...ids], info)
      for (const [index, id] of [...ids].entries()) {
        const node = loaded[index]
        if (!node) continue
        brandWithType(node, type)
        found.set(`${type.name}:${id}`, node)
      }
    }),
  )
  return parsed.map((id) => (id && found.get(`${id.typename}:${id.id}`)) ?? null)
}

builder.queryFields((t) => ({
  node: t.field({
    type: builder.nodeInterfaceRef(),
    nullable: true,
    description: 'Anything by its global id; null where there is none for the caller.',
    args: { id: t.arg.id({ required: true, description: 'Its global id.' }) },
    resolve: async (_, { id }, { ctx }, info) => (await loadNodes(ctx, [id], info))[0] ?? null,
  }),
  nodes: t.field({
    type: [builder.nodeInterfaceRef()],
    nullable: { list: false, items: true },
    description: 'Several by their global ids, in their order; null where there is none for the caller.',
    args: { ids: t.arg.idList({ required: true, description: `Global ids, at most ${LARGEST_LIST}.` }) },
    resolve: (_, { ids }, { ctx }, info) => {
      if (ids.length > LARGEST_LIST) throw badFields({ ids: `must hold at most ${LARGEST_LIST} ids` })
      return loadNodes(ctx, ids, info)
    },
  }),
}))
