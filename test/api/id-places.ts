import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'

/** A place in the graph where an id can be given: `Query.node(id)`, `Mutation.x(input.update.id)`. */
export interface IdPlace {
  parent: string
  field: string
  /** For tests' names. */
  name: string
  /** The types of its arguments, by name. */
  types: Record<string, string>
  /** Arguments with this id in its place, and plausible values wherever else one is needed. */
  argumentsWith(id: string, others: Readonly<Record<string, unknown>>): Record<string, unknown>
}

const NAMES_A_THING = /(^id|Id|^ids|Ids)$/

/** Every place: whatever is of type ID, or text whose name says that it names a thing. */
export function idPlaces(schema: GraphQLSchema): IdPlace[] {
  return Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((parent) =>
      Object.values(parent.getFields()).flatMap((field) =>
        pathsIn(field.args).map((path) => ({
          parent: parent.name,
          field: field.name,
          name: `${parent.name}.${field.name}(${path.join('.')})`,
          types: Object.fromEntries(
            field.args
              .filter(({ name, type }) => name === path[0] || isNonNullType(type))
              .map(({ name, type }) => [name, String(type)]),
          ),
          argumentsWith: (id, others) => valuesOf(field.args, path, id, others),
        })),
      ),
    )
}

type Slots = readonly { name: string; type: GraphQLInputType; defaultValue?: unknown }[]

function pathsIn(slots: Slots): string[][] {
  return slots.flatMap(({ name, type }) => {
    const named = getNamedType(type)
    if (isInputObjectType(named)) {
      return pathsIn(Object.values(named.getFields())).map((path) => [name, ...path])
    }
    return named.name === 'ID' || (named.name === 'String' && NAMES_A_THING.test(name)) ? [[name]] : []
  })
}

function valuesOf(
  slots: Slots,
  [first, ...rest]: string[],
  id: string,
  others: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const { name, type } of slots) {
    if (name === first) {
      const named = getNamedType(type)
      const value = isInputObjectType(named)
        ? valuesOf(Object.values(named.getFields()), rest, id, others)
        : id
      values[name] = isListType(getNullableType(type)) ? [value] : value
    } else if (name in others) values[name] = others[name]
    else if (isNonNullType(type)) throw new Error(`the test knows no value for ${name}: ${String(type)}`)
  }
  return values
}
