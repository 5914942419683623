import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
} from 'graphql'

/** A page of the GraphQL reference. */
export interface Kind {
  slug: string
  title: string
  description: string
  types: readonly GraphQLNamedType[]
  /** Whether its fields are shown as parts of the page, as those of Query are. */
  root: boolean
}

const KINDS = [
  ['objects', 'Objects', 'What the graph consists of.'],
  ['connections', 'Connections', 'Lists that are read page by page, as Relay defines them.'],
  ['payloads', 'Payloads', 'What mutations answer.'],
  ['inputs', 'Inputs', 'What arguments consist of.'],
  ['enums', 'Enumerations', 'Values of which one is given.'],
  ['abstract', 'Interfaces and unions', 'What several objects have in common.'],
  ['scalars', 'Scalars', 'Values without fields.'],
] as const

/** The pages with the types of each, ordered by name: the fields of operations, then kinds of types. */
export function kindsOf(schema: GraphQLSchema): Kind[] {
  const roots = [
    [schema.getQueryType(), 'Queries', 'Where reading begins.'],
    [schema.getMutationType(), 'Mutations', 'What changes something.'],
    [schema.getSubscriptionType(), 'Subscriptions', 'What tells of changes as they happen.'],
  ] as const
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !roots.some(([root]) => root === type))
    .sort((one, other) => one.name.localeCompare(other.name))
  return [
    ...roots.flatMap(([type, title, description]) =>
      type ? [{ slug: title.toLowerCase(), title, description, types: [type], root: true }] : [],
    ),
    ...KINDS.map(([slug, title, description]) => ({
      slug,
      title,
      description,
      types: types.filter((type) => kindOf(type) === slug),
      root: false,
    })).filter(({ types }) => types.length > 0),
  ]
}

function kindOf(type: GraphQLNamedType): (typeof KINDS)[number][0] {
  if (isScalarType(type)) return 'scalars'
  if (isEnumType(type)) return 'enums'
  if (isInputObjectType(type)) return 'inputs'
  if (!isObjectType(type)) return 'abstract'
  if (/(Connection|Edge)$/.test(type.name)) return 'connections'
  return type.name.endsWith('Payload') ? 'payloads' : 'objects'
}

/** The fields of Query, Mutation or Subscription. */
export function rootFields(types: readonly GraphQLNamedType[]): GraphQLField<unknown, unknown>[] {
  return types.flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()) : []))
}
