import { type FieldNode, type GraphQLResolveInfo, getNamedType } from 'graphql'
import { PARTS, type Part } from '../../definitions/facts.ts'
import { extensionsOf } from '../field-extensions.ts'
import { type Fold, foldSelections } from './fold-selections.ts'

/** Parts of records, true for those that must be loaded. */
export type LoadedParts = Readonly<Record<Part, boolean>>

const parts: Fold<ReadonlySet<Part>> = {
  combine: (sets) => new Set(sets.flatMap((set) => [...set])),
  field: (_, below, definition) => {
    const part = definition && extensionsOf(definition).expensive
    return part ? new Set([...below, part]) : below
  },
}

/** By field of a document: documents are kept over requests, and what is asked for below a field does not change. */
const partsByField = new WeakMap<FieldNode, LoadedParts>()

/** Which expensive parts of records are asked for anywhere below the field being resolved, also where a directive skips them. */
export function loadedParts(info: GraphQLResolveInfo): LoadedParts {
  const [first, ...others] = info.fieldNodes.map((node) => partsBelow(node, info))
  if (first && others.length === 0) return first
  return partsWhere((part) => first?.[part] || others.some((other) => other[part]))
}

function partsBelow(node: FieldNode, { schema, fragments, returnType }: GraphQLResolveInfo): LoadedParts {
  const known = partsByField.get(node)
  if (known) return known
  const fold = foldSelections(parts, { schema, fragmentNamed: (name) => fragments[name] })
  const found = fold(node.selectionSet, getNamedType(returnType))
  const loaded = partsWhere((part) => found.has(part))
  partsByField.set(node, loaded)
  return loaded
}

function partsWhere(isLoaded: (part: Part) => boolean | undefined): LoadedParts {
  // Object.fromEntries forgets which keys there are: every part is one.
  return Object.fromEntries(PARTS.map((part) => [part, isLoaded(part) ?? false])) as LoadedParts
}
