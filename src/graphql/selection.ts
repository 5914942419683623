import type { FieldNode, GraphQLResolveInfo, SelectionNode, SelectionSetNode } from 'graphql'

/** Whether a field of this name is asked for anywhere below the one being resolved, also where a directive skips it. */
export function selectsBelow(info: GraphQLResolveInfo, fieldName: string): boolean {
  const seen = new Set<string>()
  const within = (set: SelectionSetNode | undefined): boolean => set?.selections.some(selects) ?? false
  const selects = (selection: SelectionNode): boolean => {
    if (selection.kind === 'InlineFragment') return within(selection.selectionSet)
    const name = selection.name.value
    if (selection.kind === 'Field') return name === fieldName || within(selection.selectionSet)
    if (seen.has(name)) return false
    seen.add(name)
    return within(info.fragments[name]?.selectionSet)
  }
  return info.fieldNodes.some((node) => within(node.selectionSet))
}

interface Include {
  answer: boolean
  raw: boolean
  observation: boolean
}

/** By the field of a document that is kept over requests. */
const included = new WeakMap<FieldNode, Include>()

/** Which of the heavy parts of results are asked for below the field being resolved. */
export function includeOf(info: GraphQLResolveInfo): Include {
  const [node, second] = info.fieldNodes
  const known = node && !second && included.get(node)
  if (known) return known
  const include = readInclude(info)
  if (node && !second) included.set(node, include)
  return include
}

function readInclude(info: GraphQLResolveInfo): Include {
  return {
    answer: selectsBelow(info, 'answer'),
    raw: selectsBelow(info, 'raw'),
    observation: OBSERVED.some((field) => selectsBelow(info, field)),
  }
}

/** The fields of a result that come out of its observation. */
const OBSERVED = ['brand', 'sentiment', 'competitors', 'citations', 'recommendation', 'judge']
