import { type FieldNode, type GraphQLResolveInfo, getNamedType } from 'graphql'
import { PARTS, type Part } from '../../definitions/fields/field-metadata.ts'
import { extensionsOf } from '../foundation/field-extensions.ts'
import { type Fold, foldSelections } from './fold-selections.ts'

/** Optional parts of records; true if they must be loaded. */
export type LoadedParts = Readonly<Record<Part, boolean>>

const parts: Fold<ReadonlySet<Part>> = {
  combine: (sets) => new Set(sets.flatMap((set) => [...set])),
  field: (_, below, definition) => {
    const part = definition && extensionsOf(definition).expensive
    return part ? new Set([...below, part]) : below
  },
}

/**
 * Result per field of a document. Documents are cached across requests, and the selection below a field never
 * changes.
 */
const partsByField = new WeakMap<FieldNode, LoadedParts>()

/**
 * Returns the expensive parts of records that are selected anywhere below the current field, even if a directive
 * skips them.
 */
export function loadedParts(info: GraphQLResolveInfo): LoadedParts {
  const [first, ...rest] = info.fieldNodes.map((node) => partsBelow(node, info))
  if (first && rest.length === 0) return first
  return partsWhere((part) => first?.[part] || rest.some((loaded) => loaded[part]))
}

function partsBelow(node: FieldNode, { schema, fragments, returnType }: GraphQLResolveInfo): LoadedParts {
  const cached = partsByField.get(node)
  if (cached) return cached
  const fold = foldSelections(parts, { schema, fragmentNamed: (name) => fragments[name] })
  const selected = fold(node.selectionSet, getNamedType(returnType))
  const loaded = partsWhere((part) => selected.has(part))
  partsByField.set(node, loaded)
  return loaded
}

function partsWhere(isLoaded: (part: Part) => boolean | undefined): LoadedParts {
  // The type of Object.fromEntries loses the keys, but all parts are present.
  return Object.fromEntries(PARTS.map((part) => [part, isLoaded(part) ?? false])) as LoadedParts
}
