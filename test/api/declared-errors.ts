import { parse } from 'graphql'
import { schema } from '../../src/graphql/engine/schema.ts'
import { COMMON_ERRORS, extensionsOf } from '../../src/graphql/foundation/field-extensions.ts'

interface ShownError {
  path?: (string | number)[]
  extensions: { code: string }
}

/**
 * Checks that the schema declares the codes that a mutation fails with.
 * @throws {Error} for a code that `failsWith` of the mutation does not list
 */
export function checkDeclaredErrors(document: string, errors: readonly ShownError[]): void {
  if (errors.length === 0 || !/^\s*mutation\b/.test(document)) return
  const [definition] = parse(document).definitions
  if (definition?.kind !== 'OperationDefinition') return
  for (const { path, extensions } of errors) {
    const [field] = definition.selectionSet.selections.filter(
      (selected) => selected.kind === 'Field' && (selected.alias ?? selected.name).value === path?.[0],
    )
    const name = field?.kind === 'Field' ? field.name.value : ''
    const declaration = schema.getMutationType()?.getFields()[name]
    if (!declaration) continue
    const codes: readonly string[] = [...COMMON_ERRORS, ...(extensionsOf(declaration).errors ?? [])]
    if (!codes.includes(extensions.code))
      throw new Error(`${name} fails with ${extensions.code}; add it to failsWith() of the mutation`)
  }
}
