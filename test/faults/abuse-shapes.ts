/** An abusive message. */
export interface Shape {
  /** Returns the nth operation, or a whole message as text or bytes. Each one is different, to avoid cache hits. */
  make(n: number): { query: string; variables?: unknown } | string | Buffer
  /** Pattern of the error message; null if the message is executed. */
  says: RegExp | null
  /** Number of concurrent messages, if the default of ten would cost the test itself too much CPU time. */
  times?: number
}

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')
const query = (n: number, text: string) => ({ query: `${text} # ${n}` })
const nodes = (ids: unknown) => ({
  query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
  variables: { ids },
})
const fragments = (count: number, type: string, spreads: (index: number) => string) =>
  many(count, (index) => `fragment F${index} on ${type} { ${spreads(index)} }`)
const TOKENS = /more than 1000 tokens/

/** Abusive messages by the kind of excess. */
export const SHAPES: Record<string, Shape> = {
  '10,000 aliases': {
    make: (n) => query(n, `{ viewer { ${many(6_000, (index) => `a${index}:key{id}`)} } }`),
    says: TOKENS,
  },
  '300 aliases': {
    make: (n) => query(n, `{ viewer { ${many(300, (index) => `a${index}: __typename`)} } }`),
    says: /300 aliases; at most 30/,
  },
  '20,000 fields of one name': { make: (n) => query(n, `{${'id '.repeat(20_000)}}`), says: TOKENS },
  '980 fields of one name': {
    make: (n) => query(n, `{ viewer { organization { ${'name '.repeat(980)} } } }`),
    says: /name.{1,2} is selected 980 times in one selection set; at most 50/,
  },
  '240 objects of one name': {
    make: (n) => query(n, `{ viewer { ${'organization { name } '.repeat(240)} } }`),
    says: /organization.{1,2} is selected 240 times/,
  },
  'fields of one name nested in each other': {
    make: (n) => query(n, `{ viewer { ${`organization { ${'name '.repeat(40)} } `.repeat(22)} } }`),
    says: /too many fields and fragments with the same names/,
  },
  'fragments that all name the same': {
    make: (n) =>
      query(
        n,
        `{ viewer { ${many(62, (index) => `...F${index}`)} } } ${fragments(62, 'Viewer', () => 'organization { name id plan }')}`,
      ),
    says: null,
  },
  '10,000 directives': {
    make: (n) => query(n, `{ viewer ${'@a '.repeat(10_000)} { __typename } }`),
    says: TOKENS,
  },
  '140 directives': {
    make: (n) => query(n, `{ viewer ${'@skip(if: true) '.repeat(140)} { __typename } }`),
    says: /@skip.{1,2} can only be used once/,
  },
  '3,000 levels': { make: (n) => query(n, `${'{a'.repeat(3_000)}${'}'.repeat(3_000)}`), says: TOKENS },
  '300 levels': {
    make: (n) => query(n, `{ viewer { ${'organization { '.repeat(300)} id ${'}'.repeat(302)}`),
    says: /302 levels deep|303 levels deep/,
  },
  'fragments that double ninety times': {
    make: (n) =>
      query(
        n % 4,
        `{ viewer { ...F0 } } ${fragments(90, 'Viewer', (index) => `...F${index + 1} ...F${index + 1}`)} fragment F90 on Viewer { __typename }`,
      ),
    says: null,
  },
  'fragments that double through fields': {
    make: (n) =>
      query(
        n % 4,
        `{ viewer { ...F0 } } ${fragments(55, 'Viewer', (index) => `organization { ...O } ...F${index + 1}  ...F${index + 1}`)} fragment F55 on Viewer { __typename } fragment O on Organization { name }`,
      ),
    says: /costs \d+; at most 5000/,
  },
  'fragments that go round': {
    make: (n) =>
      query(
        n,
        `{ viewer { ...F0 } } ${fragments(90, 'Viewer', (index) => `...F${(index + 1) % 90} ...F${(index + 7) % 90}`)}`,
      ),
    says: /within itself/,
  },
  'a fragment that contains itself': {
    make: (n) => query(n, '{ viewer { ...F } } fragment F on Viewer { organization { name } ...F ...F }'),
    says: /within itself/,
  },
  '10,000 variables': {
    make: (n) => query(n, `query (${many(6_000, (index) => `$a${index}:ID`)}) { viewer { __typename } }`),
    says: TOKENS,
  },
  '230 unused variables': {
    make: (n) => query(n, `query (${many(230, (index) => `$a${index}: ID`)}) { viewer { __typename } }`),
    says: /is never used/,
  },
  '8,000 values that no variable takes': {
    make: (n) => ({
      ...query(n, '{ viewer { __typename } }'),
      variables: Object.fromEntries(Array.from({ length: 8_000 }, (_, index) => [`a${index}`, n])),
    }),
    says: null,
  },
  'input objects 190 levels deep': {
    make: (n) =>
      query(
        n,
        `mutation { createProject(input: ${'{ name: '.repeat(190)}"x"${' }'.repeat(190)}) { project { name } } }`,
      ),
    says: /must be|represent|Expected|String/,
  },
  'variables of objects 15,000 levels deep': {
    make: () =>
      `{"query":"query ($ids: [ID!]!) { nodes(ids: $ids) { id } }","variables":{"ids":${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}}}`,
    says: /nested deeper than 20 levels/,
  },
  'introspection in a circle': {
    make: (n) =>
      query(n, `{ __schema { types { ${'fields { type { '.repeat(100)} name ${'} }'.repeat(100)} } } }`),
    says: /introspection depth/i,
  },
  '900 unknown fields': {
    make: (n) => query(n, `{ viewer { ${many(900, (index) => `orgnization${index}`)} } }`),
    says: /Cannot query field/,
  },
  '200 operations': {
    make: (n) =>
      query(
        n,
        many(190, (index) => `query A${index} { __typename }`),
      ),
    says: /operationName must say/,
  },
  'a string of 90 KB': { make: (n) => query(n, `{ node(id: "${'x'.repeat(90_000)}") { id } }`), says: null },
  'a comment of 90 KB': {
    make: (n) => query(n, `{ viewer { __typename } } #${'x'.repeat(90_000)}`),
    says: null,
  },
  'a list of 20,000 ids': {
    make: (n) => nodes(Array(20_000).fill(`${n % 10}`)),
    says: /list in the variables has 20000 items; at most 5000/,
  },
  'a list of 5,000 ids': {
    make: (n) => nodes(Array(5_000).fill(`${n % 10}`)),
    says: /must contain at most 100 ids/,
  },
  'variables 45,000 levels deep': {
    make: () =>
      `{"query":"query ($ids: [ID!]!) { nodes(ids: $ids) { id } }","variables":{"ids":${'['.repeat(45_000)}${']'.repeat(45_000)}}}`,
    says: /nested deeper than 20 levels/,
  },
  'JSON that never closes': { make: () => `{"query":${'['.repeat(90_000)}`, says: /JSON/ },
  'an array of 1,000 operations': {
    make: () => JSON.stringify(Array(1_000).fill({ query: '{ viewer { __typename } }' })),
    says: /Missing query|[Mm]essage/,
  },
  'bytes that are no text': {
    make: () => Buffer.concat([Buffer.from('{"query":"{ '), Buffer.alloc(50_000, 0xff), Buffer.from(' }"}')]),
    says: /Syntax Error/,
  },
  'a message of 30 MB': {
    make: () => `{"query":"${'x'.repeat(30_000_000)}"}`,
    says: /larger than 100 KB/,
    times: 3,
  },
}
