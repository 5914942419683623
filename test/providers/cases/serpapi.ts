import type { AnswerCitation } from '../../../src/core/provider-port/driver.ts'
import type { CapturedBody, Conformance } from '../conformance.ts'

const blocks = [
  { type: 'heading', snippet: 'Leaders', level: 2 },
  { type: 'paragraph', snippet: '😀 Pipewell leads by far.', reference_indexes: [0, 2] },
  {
    type: 'list',
    list: [
      {
        title: 'Leadfox:',
        snippet: 'Follows, as Foxes says.',
        snippet_links: [{ text: 'Foxes', link: 'https://foxes.example' }],
        reference_indexes: [2],
        list: [{ snippet: 'Cheap' }],
      },
      { snippet: 'Others' },
    ],
  },
  {
    type: 'table',
    table: [
      ['Name', 'Price'],
      ['Pipewell', '5|6'],
    ],
  },
  {
    type: 'comparison',
    product_labels: ['Pipewell', 'Leadfox'],
    comparison: [{ feature: 'Calls', values: ['yes', 'no'] }],
  },
  { type: 'expandable', title: 'More', text_blocks: [{ type: 'paragraph', snippet: 'See there.' }] },
  { type: 'inline_images', snippet: 'A picture' },
]

const TEXT = `## Leaders

😀 Pipewell leads by far.

- **Leadfox:** Follows, as Foxes says.
  - Cheap
- Others

| Name | Price |
| --- | --- |
| Pipewell | 5\\|6 |

|  | Pipewell | Leadfox |
| --- | --- | --- |
| Calls | yes | no |

More

See there.`

const references = [
  { title: 'Best CRM', link: 'https://crm.example/best', source: 'CRM', index: 0 },
  { title: 'List', link: 'https://other.example/list', source: 'Other', index: 1 },
  { title: 'Fox', link: 'https://fox.example', source: 'Fox', index: 2 },
]

const spanOf = (part: string, text = TEXT) => ({
  start: text.indexOf(part),
  end: text.indexOf(part) + part.length,
})

const citations: AnswerCitation[] = [
  cited('https://crm.example/best', 'Best CRM', ['😀 Pipewell leads by far.']),
  cited('https://fox.example', 'Fox', ['😀 Pipewell leads by far.', 'Follows, as Foxes says.']),
  cited('https://foxes.example', 'Foxes', ['Foxes']),
  { url: 'https://other.example/list', title: 'List', kind: 'retrieved', spans: [] },
]

const metadata = {
  search_metadata: { id: '1', status: 'Success' },
  search_parameters: { engine: 'google', q: 'best CRM', gl: 'de', hl: 'de' },
}
const organic = { organic_results: [{ position: 1, title: 'Best CRM', link: 'https://crm.example/best' }] }

const shared = {
  environment: { SERPAPI_API_KEY: 'serp-secret' },
  failures: [
    {
      name: 'an overview with an expired token',
      reply: { status: 400, body: { error: 'Invalid `page_token` parameter.' } },
      expected: { kind: 'retry' },
    },
    {
      name: 'a refused key',
      reply: { status: 401, body: { error: 'Invalid API key. Your API key should be here' } },
      expected: { kind: 'stop' },
    },
    {
      name: 'an account without remaining searches',
      reply: { status: 429, body: { error: 'Your account has run out of searches.' } },
      expected: { kind: 'stop' },
    },
    {
      name: 'an unsupported country',
      reply: { status: 400, body: { error: 'Unsupported `de` country - gl parameter.' } },
      expected: { kind: 'location_unsupported' },
    },
    {
      name: 'a failed search',
      reply: { body: { search_metadata: { status: 'Error' }, error: "We couldn't get valid results." } },
      expected: { kind: 'retry' },
    },
    {
      name: 'an unfinished search',
      reply: { body: { search_metadata: { status: 'Processing' } } },
      expected: { kind: 'retry' },
    },
  ],
  // A composed part of a line, without the marker of a list or heading.
  spanShows: (slice) => !/\n|^(- |\d+\. |#|\|)/.test(slice),
} satisfies Partial<Conformance>

const captured = (file: string, expected: Partial<CapturedBody['expected']>): CapturedBody => ({
  file: `serpapi/${file}`,
  expected: {
    status: 'not_shown',
    begins: '',
    length: 0,
    cited: 0,
    retrieved: 0,
    spans: 0,
    searchQueries: [],
    searched: null,
    usage: null,
    model: null,
    ...expected,
  },
})

export const conformances: readonly Conformance[] = [
  {
    ...shared,
    entry: { driver: 'serpapi', options: { surface: 'ai_overview' } },
    serve:
      (body) =>
      ({ query }) =>
        query.get('engine') === 'google_ai_overview'
          ? { body }
          : {
              body: {
                ...metadata,
                ai_overview: { page_token: 'token', serpapi_link: 'https://serpapi.com' },
              },
            },
    request: {
      method: 'GET',
      path: '/search.json',
      query: {
        engine: 'google',
        q: 'best CRM',
        gl: 'de',
        hl: 'de',
        no_cache: 'true',
        api_key: 'serp-secret',
      },
    },
    answers: [
      {
        name: 'an overview with cited and retrieved sources',
        body: { ...metadata, ai_overview: { text_blocks: blocks, references } },
        expected: {
          status: 'ok',
          surface: 'serp',
          locationApplied: 'native',
          model: { requested: null, reported: null },
          text: TEXT,
          citations,
          searchQueries: [],
          searched: true,
          usage: null,
          costUsd: null,
          partial: false,
          unrecognized: [],
        },
      },
      {
        name: 'a notice that there is no overview',
        body: {
          ...metadata,
          ai_overview: { error: 'An AI Overview is not available for this search' },
          ...organic,
        },
        expected: { status: 'not_shown', text: '', citations: [], searched: null },
      },
      {
        name: 'a page without an overview',
        body: { ...metadata, ...organic },
        expected: { status: 'not_shown', text: '', citations: [] },
      },
    ],
    captured: [
      captured('ai_overview_full.json', {
        status: 'ok',
        begins: 'As of 2021, no major web browsers officially support',
        length: 1153,
        cited: 15,
        retrieved: 0,
        spans: 19,
        searched: true,
      }),
      captured('ai_overview_error.json', {}),
      captured('no_ai_overview.json', {}),
    ],
  },
  {
    ...shared,
    entry: { driver: 'serpapi', options: { surface: 'ai_mode', cache: true } },
    request: {
      method: 'GET',
      path: '/search.json',
      query: { engine: 'google_ai_mode', q: 'best CRM', gl: 'de', hl: 'de' },
    },
    answers: [
      {
        name: 'an answer with blocks, the vendor’s Markdown and an unknown block',
        body: {
          ...metadata,
          text_blocks: [
            ...blocks,
            { type: 'hologram', snippet: 'Seen.' },
            { type: 'code_block', language: 'js', code: 'a[1]\n' },
            {
              type: 'ordered_list',
              list: [{ snippet: 'One' }, { text_blocks: [{ snippet: 'Two' }, { snippet: 'Half' }] }],
            },
          ],
          references,
          reconstructed_markdown: '# Other',
        },
        expected: {
          status: 'ok',
          surface: 'consumer_ui',
          locationApplied: 'native',
          text: `${TEXT}\n\nSeen.\n\n\`\`\`js\na[1]\n\`\`\`\n\n1. One\n2. Two\n   Half`,
          citations,
          unrecognized: ['text_block.hologram'],
        },
      },
      {
        name: 'products and businesses next to the text',
        body: {
          ...metadata,
          text_blocks: blocks,
          references,
          shopping_results: [
            {
              title: 'Pipewell Box',
              extracted_price: 49.5,
              source: 'Shop',
              product_link: 'https://shop.example/1',
            },
          ],
          local_results: { places: [{ title: 'Leadfox Store', website: 'https://fox.example/' }] },
        },
        expected: {
          text: TEXT,
          placements: [
            {
              kind: 'product',
              title: 'Pipewell Box',
              brand: null,
              seller: 'Shop',
              price: 49.5,
              currency: null,
              url: 'https://shop.example/1',
              position: 1,
            },
            {
              kind: 'local_business',
              title: 'Leadfox Store',
              brand: null,
              seller: null,
              price: null,
              currency: null,
              url: 'https://fox.example/',
              position: 1,
            },
          ],
        },
      },
      {
        name: 'an answer only in Markdown, with marks that refer to its sources',
        body: { ...metadata, reconstructed_markdown: 'Pipewell leads [1].\n\nLeadfox [3][4].', references },
        expected: {
          text: 'Pipewell leads [1].\n\nLeadfox [3][4].',
          citations: [
            { ...citations[0], spans: [{ start: 15, end: 18 }] },
            { ...citations[1], spans: [{ start: 29, end: 32 }] },
            { ...citations[3] },
          ] as AnswerCitation[],
        },
      },
      {
        name: 'no results',
        body: { ...metadata, error: "Google hasn't returned any results for this query." },
        expected: { status: 'not_shown' },
      },
      {
        name: 'an answer from a different country than requested',
        body: { ...metadata, search_parameters: { gl: 'us' }, text_blocks: blocks, references },
        expected: { text: TEXT, locationApplied: 'none' },
      },
    ],
    captured: [],
  },
  {
    ...shared,
    entry: { driver: 'serpapi', options: { surface: 'copilot' } },
    request: { method: 'GET', path: '/search.json', query: { engine: 'bing_copilot', q: 'best CRM' } },
    answers: [
      {
        name: 'an answer with a header, in SearchApi’s format',
        body: {
          search_metadata: { status: 'Success' },
          header: 'Pipewell leads.',
          text_blocks: [
            { type: 'header', answer: 'Leaders' },
            { type: 'paragraph', answer: 'Pipewell leads by far.', reference_indexes: [1] },
            {
              type: 'unordered_list',
              items: [{ type: 'paragraph', answer: 'Leadfox', reference_indexes: ['2'] }],
            },
          ],
          reference_links: [
            { index: 1, title: 'Best CRM', link: 'https://crm.example/best' },
            { index: 2, title: 'Fox', link: 'https://fox.example' },
          ],
        },
        expected: {
          status: 'ok',
          surface: 'consumer_ui',
          locationApplied: 'none',
          text: 'Pipewell leads.\n\n### Leaders\n\nPipewell leads by far.\n\n- Leadfox',
          citations: [
            {
              url: 'https://crm.example/best',
              title: 'Best CRM',
              kind: 'cited',
              spans: [{ start: 30, end: 52 }],
            },
            { url: 'https://fox.example', title: 'Fox', kind: 'cited', spans: [{ start: 56, end: 63 }] },
          ],
        },
      },
      {
        name: 'a header with a source, and a table with named cells',
        body: {
          search_metadata: { status: 'Success' },
          header: { snippet: 'Pipewell leads.', reference_indexes: [1] },
          text_blocks: [{ type: 'table', headers: ['Name', 'Rank'], rows: [{ name: 'Pipewell', rank: 1 }] }],
          references: [{ index: 1, title: 'Best CRM', link: 'https://crm.example/best' }],
        },
        expected: {
          text: 'Pipewell leads.\n\n| Name | Rank |\n| --- | --- |\n| Pipewell | 1 |',
          citations: [
            {
              url: 'https://crm.example/best',
              title: 'Best CRM',
              kind: 'cited',
              spans: [{ start: 0, end: 15 }],
            },
          ],
        },
      },
      {
        name: 'blocks that are plain text or contain their sources, and a table with sources',
        body: {
          search_metadata: { status: 'Success' },
          text_blocks: [
            'Pipewell leads.',
            {
              type: 'paragraph',
              text: 'Leadfox follows.',
              references: [{ link: 'https://fox.example', title: 'Fox' }, 1],
            },
            {
              type: 'table',
              detailed: [
                [{ snippet: 'Name' }, { snippet: 'Calls' }],
                [{ snippet: 'Pipewell' }, { snippet: 'yes', reference_indexes: [0] }],
              ],
            },
          ],
          references: ['https://crm.example/best', 'https://other.example/list', 'https://third.example'],
        },
        expected: {
          text: 'Pipewell leads.\n\nLeadfox follows.\n\n| Name | Calls |\n| --- | --- |\n| Pipewell | yes |',
          citations: [
            {
              url: 'https://other.example/list',
              title: null,
              kind: 'cited',
              spans: [{ start: 17, end: 33 }],
            },
            { url: 'https://fox.example', title: 'Fox', kind: 'cited', spans: [{ start: 17, end: 33 }] },
            { url: 'https://crm.example/best', title: null, kind: 'cited', spans: [{ start: 79, end: 82 }] },
            { url: 'https://third.example', title: null, kind: 'retrieved', spans: [] },
          ],
        },
      },
    ],
    captured: [],
  },
]

function cited(url: string, title: string, parts: string[]): AnswerCitation {
  return { url, title, kind: 'cited', spans: parts.map((part) => spanOf(part)) }
}
