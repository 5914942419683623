import type { ValidationContext, ValidationRule } from 'graphql'
import { limitExceeded } from '../foundation/errors.ts'
import { type Fold, foldSelections } from './fold-selections.ts'
import { depth as depthFold, fieldCount, responseNames } from './measures.ts'

/** Rejects operations in which fields are nested deeper than `limit`. */
export function limitDepth(limit: number): ValidationRule {
  return function DepthLimit(context) {
    const depthOf = foldDocument(depthFold, context)
    return {
      OperationDefinition({ selectionSet }) {
        const depth = depthOf(selectionSet)
        if (depth > limit)
          context.reportError(
            limitExceeded(`The operation is ${depth} levels deep; at most ${limit} are accepted.`),
          )
      },
    }
  }
}

/** Rejects operations with more than `limit` root fields, including fields of fragments. */
export function limitRootFields(limit: number): ValidationRule {
  return function RootFieldLimit(context) {
    const fieldsIn = foldDocument(fieldCount, context)
    return {
      OperationDefinition({ selectionSet }) {
        const count = fieldsIn(selectionSet)
        if (count > limit)
          context.reportError(
            limitExceeded(`The operation has ${count} root fields; at most ${limit} are accepted.`),
          )
      },
    }
  }
}

/** Rejects documents with more than `limit` aliases. */
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
              limitExceeded(`The document has ${count} aliases; at most ${limit} are accepted.`),
            )
        },
      },
    }
  }
}

/**
 * Rejects documents that select more than `limit` fields with the same response name in one selection set. GraphQL.js
 * compares each pair of such fields to check whether they can be merged.
 */
export function limitRepeats(limit: number): ValidationRule {
  return function RepeatLimit(context) {
    const namesIn = foldDocument(responseNames, context)
    return {
      SelectionSet(set, _, parent) {
        // Already counted with the enclosing selection set.
        if (parent && 'kind' in parent && parent.kind === 'InlineFragment') return
        const times = new Map<string, number>()
        for (const name of namesIn(set)) times.set(name, (times.get(name) ?? 0) + 1)
        for (const [name, count] of times) {
          if (count > limit)
            context.reportError(
              limitExceeded(
                `"${name}" is selected ${count} times in one selection set; at most ${limit} times are accepted.`,
              ),
            )
        }
      },
    }
  }
}

function foldDocument<Value>(fold: Fold<Value>, context: ValidationContext) {
  return foldSelections(fold, { fragmentNamed: (name) => context.getFragment(name) })
}
