import { brandWithType, type OutputRef } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { GraphqlContext } from './context.ts'
import { parseGlobalId } from './global-id.ts'

/** Finds the nodes of a type: in the order of the ids, null for those that are missing or not the caller's to see. */
export type LoadNodes = (
  context: GraphqlContext,
  ids: readonly string[],
  info: GraphQLResolveInfo,
) => Promise<readonly (object | null)[]>

type NodeRef = OutputRef & { name: string }

const registry = new Map<string, { type: NodeRef; load: LoadNodes }>()

/** Makes a type's nodes findable by global id. Called once by the module of every type that is a node. */
export function registerNode(type: NodeRef, load: LoadNodes): void {
  registry.set(type.name, { type, load })
}

/** The types whose nodes can be found, for the test that none is left out. */
export function registeredNodes(): string[] {
  return [...registry.keys()]
}

/** One node by its global id; null for what names nothing. */
export async function loadNode(
  context: GraphqlContext,
  globalId: string,
  info: GraphQLResolveInfo,
): Promise<object | null> {
  const id = parseGlobalId(globalId)
  const entry = id && registry.get(id.typename)
  if (!entry) return null
  const [node] = await entry.load(context, [id.id], info)
  if (node) brandWithType(node, entry.type)
  return node ?? null
}

/** The nodes in the order asked for, with one look at the database for each type; null for what names nothing. */
export async function loadNodes(
  context: GraphqlContext,
  globalIds: readonly string[],
  info: GraphQLResolveInfo,
): Promise<(object | null)[]> {
  const parsed = globalIds.map(parseGlobalId)
  const asked = new Map<string, Set<string>>()
  for (const id of parsed) {
    if (!id || !registry.has(id.typename)) continue
    const ids = asked.get(id.typename) ?? new Set()
    asked.set(id.typename, ids.add(id.id))
  }
  const found = new Map<string, object>()
  await Promise.all(
    [...asked].map(async ([typename, ids]) => {
      const entry = registry.get(typename)
      if (!entry) return
      const loaded = await entry.load(context, [...ids], info)
      for (const [index, id] of [...ids].entries()) {
        const node = loaded[index]
        if (!node) continue
        brandWithType(node, entry.type)
        found.set(`${typename}:${id}`, node)
      }
    }),
  )
  return parsed.map((id) => (id && found.get(`${id.typename}:${id.id}`)) ?? null)
}
