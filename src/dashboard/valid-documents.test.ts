import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildSchema,
  type DefinitionNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
  visit,
} from 'graphql'
import { expect, it } from 'vitest'

const BROWSER = join(import.meta.dirname, 'browser')
const schema = buildSchema(readFileSync(join(import.meta.dirname, '..', '..', 'schema.graphql'), 'utf8'))

/** All operations and fragments of the dashboard. */
const definitions = readdirSync(BROWSER, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('generated'))
  .flatMap((name) => [...readFileSync(join(BROWSER, name), 'utf8').matchAll(/\bgraphql\(\s*`([^`]+)`/g)])
  // The directive is for the compiler. The client removes it.
  .flatMap(([, text = '']): readonly DefinitionNode[] => parse(text.replaceAll('@_unmask', '')).definitions)

const fragments = new Map(
  definitions
    .filter(
      (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
    )
    .map((fragment) => [fragment.name.value, fragment]),
)
const operations = definitions.filter(
  (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
)

/** Returns the fragments that a definition uses, directly or through other fragments. */
function fragmentsOf(definition: DefinitionNode, found = new Set<FragmentDefinitionNode>()) {
  visit(definition, {
    FragmentSpread({ name }) {
      const fragment = fragments.get(name.value)
      if (!fragment || found.has(fragment)) return
      found.add(fragment)
      fragmentsOf(fragment, found)
    },
  })
  return found
}

// gql.tada infers types, but does not apply all rules of GraphQL, for example to conflicting types of one field.
it.each(operations.map((operation) => [operation.name?.value, operation]))(
  '%s is a valid operation',
  (_, operation) => {
    const document = { kind: Kind.DOCUMENT, definitions: [operation, ...fragmentsOf(operation)] } as const
    expect(validate(schema, document).map(({ message }) => message)).toEqual([])
  },
)
