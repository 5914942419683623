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
  /** Whether the page shows an operation type, such as Query, with a section for each field. */
  root: boolean
}

const KINDS = [
  ['objects', 'Objects', 'The objects of the graph.'],
  ['connections', 'Connections', 'Lists with cursor pagination, as specified by Relay.'],
  ['payloads', 'Payloads', 'The results of mutations.'],
  ['inputs', 'Inputs', 'Input objects for arguments.'],
  ['enums', 'Enumerations', 'Sets of allowed values.'],
  [
    'abstract',
    'Interfaces and unions',
    'Fields that several objects share, and alternatives between objects.',
  ],
  ['scalars', 'Scalars', 'Values without fields.'],
] as const

/** Returns the pages of the reference: the operation types, then the other types by kind, sorted by name. */
export function listKinds(schema: GraphQLSchema): Kind[] {
  const roots = [
    [schema.getQueryType(), 'Queries', 'The entry points for reading data.'],
    [schema.getMutationType(), 'Mutations', 'Operations that change data.'],
    [schema.getSubscriptionType(), 'Subscriptions', 'Updates that are sent as data changes.'],
  ] as const
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !roots.some(([root]) => root === type))
    .sort((a, b) => a.name.localeCompare(b.name))
  return [
    ...roots.flatMap(([type, title, description]) =>
      type ? [{ slug: title.toLowerCase(), title, description, types: [type], root: true }] : [],
    ),
    ...KINDS.map(([slug, title, description]) => ({
      slug,
      title,
      description,
      types: types.filter((type) => findKind(type) === slug),
      root: false,
    })).filter(({ types }) => types.length > 0),
  ]
}

function findKind(type: GraphQLNamedType): (typeof KINDS)[number][0] {
  if (isScalarType(type)) return 'scalars'
  if (isEnumType(type)) return 'enums'
  if (isInputObjectType(type)) return 'inputs'
  if (!isObjectType(type)) return 'abstract'
  if (/(Connection|Edge)$/.test(type.name)) return 'connections'
  return type.name.endsWith('Payload') ? 'payloads' : 'objects'
}

/** Lists the fields of operation types such as Query. */
export function listRootFields(types: readonly GraphQLNamedType[]): GraphQLField<unknown, unknown>[] {
  return types.flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()) : []))
}
