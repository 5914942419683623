import { brandWithType, type OutputRef } from '@pothos/core'
import type { GraphQLResolveInfo } from 'graphql'
import type { GraphqlContext } from './context.ts'
import { parseGlobalId } from './global-id.ts'

/** Loads nodes of a type in the order of the ids, with null for nodes that are missing or not visible to the caller. */
export type LoadNodes = (
  context: GraphqlContext,
  ids: readonly string[],
  info: GraphQLResolveInfo,
) => Promise<readonly (object | null)[]>

type NodeRef = OutputRef & { name: string }

interface Entry {
  type: NodeRef
  load: LoadNodes
}

const registry = new Map<string, Entry>()

/**
 * Makes the nodes of a type available to `node` and `nodes`. Must be called once for each type that implements
 * `Node`.
 * @param immutable whether nodes of the type only appear or disappear together with the batches that `load` records
 * in the context, while the process runs. Responses with nodes of other types are not cached.
 */
export function registerNode(
  type: NodeRef,
  load: LoadNodes,
  { immutable = false }: { immutable?: boolean } = {},
): void {
  registry.set(type.name, {
    type,
    load: (context, ids, info) => {
      if (!immutable) context.recordChangeable()
      return load(context, ids, info)
    },
  })
}

/** Returns the names of all registered node types. */
export function registeredNodes(): string[] {
  return [...registry.keys()]
}

/**
 * Loads a node by its global id; null if the id is malformed, or if the node does not exist or is not visible to the
 * caller.
 */
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

/**
 * Loads nodes in the order of their global ids, with one call per type; null under the same conditions as {@link
 * loadNode}.
 */
export async function loadNodes(
  context: GraphqlContext,
  globalIds: readonly string[],
  info: GraphQLResolveInfo,
): Promise<(object | null)[]> {
  const parsed = globalIds.map(parseGlobalId)
  const idsByType = new Map<string, Set<string>>()
  for (const id of parsed) {
    if (!id || !registry.has(id.typename)) continue
    const ids = idsByType.get(id.typename) ?? new Set()
    idsByType.set(id.typename, ids.add(id.id))
  }
  const nodes = new Map<string, object>()
  await Promise.all(
    [...idsByType].map(async ([typename, ids]) => {
      const entry = registry.get(typename)
      if (!entry) return
      const loaded = await entry.load(context, [...ids], info)
      for (const [index, id] of [...ids].entries()) {
        const node = loaded[index]
        if (!node) continue
        brandWithType(node, entry.type)
        nodes.set(`${typename}:${id}`, node)
      }
    }),
  )
  return parsed.map((id) => (id && nodes.get(`${id.typename}:${id.id}`)) ?? null)
}
