import {
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'

/**
 * An argument or input field of the schema that takes an id, such as `Query.node(id)` or
 * `Mutation.x(input.update.id)`.
 */
export interface IdArgument {
  parent: string
  field: string
  /** Shown in test names. */
  name: string
  /** Types of the field's arguments, by name. */
  types: Record<string, string>
  /** Returns arguments with this id, and values from `others`, or any value of an enum, for all other required arguments. */
  argumentsWith(id: string, others: Readonly<Record<string, unknown>>): Record<string, unknown>
}

const ID_NAME = /(^id|Id|^ids|Ids)$/

/**
 * Returns every argument of type ID, and every String argument that is named like an id.
 * @throws {Error} by `argumentsWith` when `others` has no value for a required argument
 */
export function idArguments(schema: GraphQLSchema): IdArgument[] {
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
    return named.name === 'ID' || (named.name === 'String' && ID_NAME.test(name)) ? [[name]] : []
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
    else if (isNonNullType(type) && isEnumType(type.ofType)) values[name] = type.ofType.getValues()[0]?.name
    // Another required object is one of the other tenant too.
    else if (isNonNullType(type) && getNamedType(type).name === 'ID') values[name] = id
    else if (isNonNullType(type))
      throw new Error(`no value for the required argument ${name}: ${String(type)}`)
  }
  return values
}
