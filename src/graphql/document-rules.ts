import type { FieldNode, SelectionNode, SelectionSetNode, ValidationContext, ValidationRule } from 'graphql'
import { badRequest } from './errors.ts'

/** Fields below fields. Introspection is left out: GraphQL.js has a rule of its own against its cycles. */
export function limitDepth(limit: number): ValidationRule {
  return function DepthLimit(context) {
    return {
      OperationDefinition({ selectionSet }) {
        const depth = measure(context, selectionSet, (fields) => Math.max(0, ...fields), {
          field: (name, below) => (name.startsWith('__') ? 1 : 1 + below),
        })
        if (depth > limit)
          context.reportError(
            badRequest(`The operation is ${depth} levels deep; at most ${limit} are accepted.`),
          )
      },
    }
  }
}

/** Fields at the root of an operation, those of its fragments included. */
export function limitRootFields(limit: number): ValidationRule {
  return function RootFieldLimit(context) {
    return {
      OperationDefinition({ selectionSet }) {
        const count = measure(context, selectionSet, sum, { field: () => 1 })
        if (count > limit)
          context.reportError(
            badRequest(`The operation has ${count} root fields; at most ${limit} are accepted.`),
          )
      },
    }
  }
}

/** Aliases in the whole document. */
export function limitAliases(limit: number): ValidationRule {
  return function AliasLimit(context) {
    let count = 0
    return {
      Field({ alias }) {
        if (alias) count += 1
      },
      Document: {
        leave() {
          if (count > limit)
            context.reportError(
              badRequest(`The document has ${count} aliases; at most ${limit} are accepted.`),
            )
        },
      },
    }
  }
}

/** Fields of one name in one place: whether they agree is found out for every pair of them. */
export function limitRepeats(limit: number): ValidationRule {
  return function RepeatLimit(context) {
    return {
      SelectionSet(set, _, parent) {
        // Counted with what is around it.
        if (parent && 'kind' in parent && parent.kind === 'InlineFragment') return
        const times = new Map<string, number>()
        for (const field of fieldsIn(set)) {
          const name = (field.alias ?? field.name).value
          times.set(name, (times.get(name) ?? 0) + 1)
        }
        for (const [name, count] of times) {
          if (count > limit)
            context.reportError(
              badRequest(
                `"${name}" stands ${count} times in one place; at most ${limit} times are accepted.`,
              ),
            )
        }
      },
    }
  }
}

/** The fields of a selection, those of its inline fragments included. */
function fieldsIn({ selections }: SelectionSetNode): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === 'Field') return [selection]
    return selection.kind === 'InlineFragment' ? fieldsIn(selection.selectionSet) : []
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * A number about a selection, from those of its fields. Each fragment is measured once: written out, a document of a few
 * hundred tokens can be astronomically large. A fragment that contains itself, which another rule refuses, counts as empty.
 */
function measure(
  context: ValidationContext,
  root: SelectionSetNode,
  combine: (numbers: readonly number[]) => number,
  { field }: { field: (name: string, below: number) => number },
): number {
  const known = new Map<string, number>()
  const ofSet = (set: SelectionSetNode | undefined): number =>
    combine((set?.selections ?? []).map(ofSelection))
  const ofSelection = (selection: SelectionNode): number => {
    if (selection.kind === 'FragmentSpread') return ofFragment(selection.name.value)
    const below = ofSet(selection.selectionSet)
    return selection.kind === 'Field' ? field(selection.name.value, below) : below
  }
  const ofFragment = (name: string): number => {
    const measured = known.get(name)
    if (measured !== undefined) return measured
    known.set(name, 0)
    const number = ofSet(context.getFragment(name)?.selectionSet)
    known.set(name, number)
    return number
  }
  return ofSet(root)
}
