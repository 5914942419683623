/** A guide of the navigation: the name of its file without `.md`, and what it is about in a sentence. */
export interface GuideEntry {
  slug: string
  description: string
  /** When that of the file does not say what it is about. */
  title?: string
}

/** A group of the navigation. */
export interface Group {
  title: string
  guides: readonly GuideEntry[]
  /** Generated pages that follow its guides. */
  references?: readonly ('rest' | 'graphql')[]
}

/** The groups of the documentation and their guides, in the order in which they are shown; a new guide is added here. */
export const GROUPS: readonly Group[] = [
  {
    title: 'Start',
    guides: [
      {
        slug: 'readme',
        title: 'Install and run',
        description: 'What Answergraph does, how it is started, and each interface in a few lines.',
      },
    ],
  },
  {
    title: 'Measurements',
    guides: [
      {
        slug: 'answers',
        description: 'What is read from an answer: mentions, positions, sentiment and sources.',
      },
      {
        slug: 'reading',
        description: 'How an answer is read, step by step, and how often each reading is right.',
      },
      {
        slug: 'metrics',
        description: 'What each figure means, how its interval is made, and what a verdict says.',
      },
      {
        slug: 'judge',
        title: 'Labels by a language model',
        description: 'A judge: a language model that labels sentiment and strength of what was found.',
      },
    ],
  },
  {
    title: 'Interfaces',
    guides: [
      {
        slug: 'api',
        description: 'The conventions of HTTP: keys, errors, limits, pages, repetitions, webhooks.',
      },
      {
        slug: 'graphql',
        title: 'GraphQL',
        description: 'Queries, subscriptions, caches and limits of the graph, for frontends.',
      },
      {
        slug: 'typed-clients',
        description:
          'Programs in TypeScript whose requests are checked against the interfaces: gql.tada, openapi-fetch.',
      },
      {
        slug: 'mcp',
        title: 'MCP for agents',
        description: 'The tools that agents use over the Model Context Protocol.',
      },
      {
        slug: 'dashboard',
        description: 'What each page of the dashboard answers, how its figures are read, exports and keys.',
      },
      { slug: 'members', description: 'How people are invited, sign in, and what they may do.' },
    ],
    references: ['rest', 'graphql'],
  },
  {
    title: 'Operation',
    guides: [
      {
        slug: 'operations',
        description:
          'Installing, proxies, variables, backups, upgrades, money, and what to do at each error.',
      },
      { slug: 'providers', description: 'Every provider, its credentials and its settings; recordings.' },
    ],
  },
  {
    title: 'Development',
    guides: [
      { slug: 'architecture', description: 'How the parts work together, and why they are made so.' },
      { slug: 'contributing', description: 'The map of the code, its rules, tests and recipes.' },
    ],
  },
]
