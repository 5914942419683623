/** A guide in the navigation. */
export interface GuideEntry {
  /** The file's name in lower case, without `.md`. */
  slug: string
  /** One sentence about the content. */
  description: string
  /** Replaces the title of the file in the navigation. */
  title?: string
}

/** A group of guides in the navigation. */
export interface Group {
  title: string
  guides: readonly GuideEntry[]
  /** Generated references, listed after the guides. */
  references?: readonly ('rest' | 'graphql')[]
}

/** The groups and guides in the order of the navigation. Add new guides here. */
export const GROUPS: readonly Group[] = [
  {
    title: 'Start',
    guides: [
      {
        slug: 'readme',
        title: 'Install and run',
        description: 'What Answergraph does, how to start it, and a short example of each interface.',
      },
      {
        slug: 'quickstart',
        description: 'From an empty installation to measured answers with one key of a vendor.',
      },
      {
        slug: 'tutorials',
        description:
          'A page, a spreadsheet, an agent and the dashboard: one tutorial for each way of using Answergraph.',
      },
    ],
  },
  {
    title: 'Measurements',
    guides: [
      {
        slug: 'answers',
        description: 'The facts extracted from an answer: mentions, positions, sentiment and sources.',
      },
      {
        slug: 'metrics',
        description: 'What each figure, interval and verdict means, and how it is calculated.',
      },
      {
        slug: 'alerts',
        description: 'Messages about real changes and problems: what raises them, who gets them, and how.',
      },
      {
        slug: 'facts',
        description: 'Facts about the brand, and which answers contradict or support them.',
      },
      {
        slug: 'opportunities',
        description: 'Where the brand can gain mentions, the evidence, and whether the work helped.',
      },
      {
        slug: 'reports',
        description: 'Reports by email, links that need no account, PDF files, and your own name and logo.',
      },
      {
        slug: 'judge',
        title: 'Labels by a language model',
        description: 'An optional language model that labels the sentiment and recommendation of mentions.',
      },
      {
        slug: 'reading',
        description: 'How answers are analyzed step by step, and how accurate each step is.',
      },
    ],
  },
  {
    title: 'Interfaces',
    guides: [
      {
        slug: 'api',
        description: 'Conventions of the REST API: keys, errors, limits, pagination, idempotency, webhooks.',
      },
      {
        slug: 'graphql',
        title: 'GraphQL',
        description: 'Queries, subscriptions, caching and limits for frontend developers.',
      },
      {
        slug: 'typed-clients',
        description: 'Type-checked requests from TypeScript with gql.tada and openapi-fetch.',
      },
      {
        slug: 'mcp',
        title: 'MCP for agents',
        description: 'The tools that agents use over the Model Context Protocol.',
      },
      {
        slug: 'dashboard',
        description: 'The pages of the dashboard, how to read their figures, exports and keys.',
      },
      {
        slug: 'exports',
        description: 'Files in CSV, JSON Lines and Parquet, and SQL views for Metabase, Grafana and dbt.',
      },
      { slug: 'members', description: 'Invitations, sign-in, roles and permissions.' },
    ],
    references: ['rest', 'graphql'],
  },
  {
    title: 'Operation',
    guides: [
      {
        slug: 'operations',
        description:
          'Installation, reverse proxies, settings, backups, upgrades, spending limits, and troubleshooting.',
      },
      {
        slug: 'containers',
        description: 'The container image, and deployments with Compose and Kubernetes.',
      },
      {
        slug: 'configuration',
        description: 'All environment variables with their defaults, and how to pass secrets.',
      },
      {
        slug: 'upgrading',
        description:
          'What changes between versions, with replacements, and how long interfaces stay compatible.',
      },
      {
        slug: 'reliability',
        description:
          'What happens when processes are killed or frozen, with figures and the commands to repeat them.',
      },
      {
        slug: 'scale',
        description: 'How much each part carries, what limits it next, and what to add.',
      },
      {
        slug: 'providers',
        description: 'All providers with their credentials and settings, and how to replay recorded answers.',
      },
    ],
  },
  {
    title: 'Development',
    guides: [
      { slug: 'architecture', description: 'How the parts work together, and the reasons for the design.' },
      { slug: 'contributing', description: 'A map of the code, its rules, tests and step-by-step recipes.' },
      {
        slug: 'benchmarks',
        description: 'Performance and extraction quality, with the commands that measure them.',
      },
    ],
  },
]
