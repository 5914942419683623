import type { AnswerCitation } from '../../../src/core/provider-port/driver.ts'
import type { Conformance, WireServer } from '../conformance.ts'

const TEXT = '😀 **Pipewell** leads ([crm.example](https://crm.example/best)). Leadfox follows [2].'
const LINK = '([crm.example](https://crm.example/best))'
const spanOf = (part: string) => ({ start: TEXT.indexOf(part), end: TEXT.indexOf(part) + part.length })

const PLACES_TEXT =
  'Pipewell leads. \\[1\\] Leadfox \ud83d\ude00 follows. \\[2\\] Both \\[3\\]\n\n[ ![News](https://i.example/x.png) d.example News ](https://d.example/a%5Fb)'
const PLACES = `ChatGPT said:\n\n${PLACES_TEXT.replace(' Leadfox', ' \ue200cite\ue202turn0search1\ue201![x](data:image/png;base64,AA==) Leadfox')}`

function cited(url: string, title: string | null, parts: readonly string[]): AnswerCitation {
  const spans = parts.map((part) => {
    const start = PLACES_TEXT.indexOf(part)
    return { start, end: start + part.length }
  })
  return { url, title, kind: 'cited', spans }
}

const record = (more: object = {}) => ({
  url: 'https://chatgpt.com/?q=best+CRM',
  prompt: 'best CRM',
  answer_text: 'Pipewell leads (crm.example). Leadfox follows.',
  answer_text_markdown: TEXT,
  answer_html: '<div>Pipewell leads</div>',
  model: 'gpt-5-5',
  web_search_triggered: true,
  web_search_query: ['best crm germany', 'crm vergleich'],
  citations: [
    { url: 'https://crm.example/best', title: 'Best CRM', position: 1 },
    { url: 'https://foxes.example', title: 'Foxes', position: 2 },
    { url: 'https://never.example', title: 'Never', position: 3 },
  ],
  search_sources: [{ url: 'https://other.example/list', title: 'List', favicon: 'x' }],
  links_attached: [{ url: 'https://crm.example/best', text: 'crm.example', position: 0 }],
  references: [],
  country: 'DE',
  index: 1,
  ...more,
})

/** Accepts the question, reports that the answer is ready, and sends it. */
const serve =
  (body: unknown): WireServer =>
  ({ path }) => {
    if (path.endsWith('/trigger')) return { body: { snapshot_id: 's_1' } }
    if (path.endsWith('/progress/s_1')) return { body: { snapshot_id: 's_1', status: 'ready' } }
    return { body }
  }

const within = (row: object): WireServer => serve([{ prompt: 'best CRM', input: { country: 'DE' }, ...row }])

const shared = {
  environment: { BRIGHTDATA_API_KEY: 'bright-secret' },
  serve,
  spanShows: (slice, { url }) => slice.includes(url) || /^\\?\[[\d, ^]+\\?\]$/.test(slice),
} satisfies Partial<Conformance>

export const conformances: readonly Conformance[] = [
  {
    ...shared,
    entry: { driver: 'brightdata', options: { surface: 'chatgpt', pollInterval: 1 } },
    request: {
      method: 'POST',
      path: '/datasets/v3/trigger',
      query: { dataset_id: 'gd_m7aof0k82r803d5bjm', include_errors: 'true', format: 'json' },
      headers: { authorization: 'Bearer bright-secret' },
      body: [{ url: 'https://chatgpt.com/', prompt: 'best CRM', country: 'DE', index: 1 }],
    },
    answers: [
      {
        name: 'an answer with cited and retrieved sources',
        body: [record()],
        expected: {
          status: 'ok',
          surface: 'consumer_ui',
          locationApplied: 'native',
          model: { requested: null, reported: 'gpt-5-5' },
          text: TEXT,
          citations: [
            { url: 'https://crm.example/best', title: 'Best CRM', kind: 'cited', spans: [spanOf(LINK)] },
            { url: 'https://foxes.example', title: 'Foxes', kind: 'cited', spans: [spanOf('[2]')] },
            { url: 'https://never.example', title: 'Never', kind: 'retrieved', spans: [] },
            { url: 'https://other.example/list', title: 'List', kind: 'retrieved', spans: [] },
          ],
          searchQueries: ['best crm germany', 'crm vergleich'],
          searched: true,
          usage: null,
          costUsd: null,
          partial: false,
          unrecognized: [],
        },
      },
      {
        name: 'products, businesses and cards next to the text',
        body: [
          record({
            shopping: [
              {
                title: 'Pipewell Box',
                price: '$49.00',
                brand: 'Pipewell',
                merchant: 'Shop',
                url: 'https://shop.example/1',
              },
              { price: '$1' },
            ],
            map: [{ name: 'Leadfox Store', website: 'https://fox.example/' }],
            recommendations: [{ title: 'Pipewell Pro', link: 'https://crm.example/pro' }],
          }),
        ],
        expected: {
          text: TEXT,
          placements: [
            {
              kind: 'product',
              title: 'Pipewell Box',
              brand: 'Pipewell',
              seller: 'Shop',
              price: 49,
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
            {
              kind: 'card',
              title: 'Pipewell Pro',
              brand: null,
              seller: null,
              price: null,
              currency: null,
              url: 'https://crm.example/pro',
              position: 1,
            },
          ],
        },
      },
      {
        name: 'citations of a text without marks, one of them flagged as not cited',
        body: [
          record({
            answer_text_markdown: 'Pipewell.',
            citations: [
              { url: 'https://a.example', cited: false },
              { link: 'https://b.example', name: 'B', cited: true },
              'https://c.example',
            ],
            search_sources: null,
            links_attached: null,
          }),
        ],
        expected: {
          text: 'Pipewell.',
          citations: [
            { url: 'https://b.example', title: 'B', kind: 'cited', spans: [] },
            { url: 'https://c.example', title: null, kind: 'cited', spans: [] },
            { url: 'https://a.example', title: null, kind: 'retrieved', spans: [] },
          ],
        },
      },
      {
        name: 'escaped marks that number the places with links, with text and images of the interface',
        body: [
          record({
            answer_text_markdown: PLACES,
            web_search_query: null,
            search_model_queries: { queries: ['best crm'] },
            citations: [
              { url: 'https://a.example/?utm_source=chatgpt.com', title: 'A', cited: 'true', position: '1' },
              { url: 'https://b.example', title: 'B', cited: true },
              { url: 'https://never.example', title: 'Never. Opens in new tab.', cited: 'false' },
            ],
            search_sources: { url: 'https://other.example/list', title: 'List' },
            links_attached: [
              { url: 'https://a.example/?utm_source=chatgpt.com', text: 'A 1+', position: 1 },
              { url: 'https://a.example/?utm_source=chatgpt.com', text: 'A 2+ B 2+', position: 2 },
              { url: 'https://c.example', text: 'C 1+', position: '3' },
            ],
          }),
        ],
        expected: {
          text: PLACES_TEXT,
          citations: [
            cited('https://a.example/?utm_source=chatgpt.com', 'A', ['\\[1\\]', '\\[2\\]']),
            cited('https://c.example', null, ['\\[3\\]']),
            cited('https://d.example/a%5Fb', 'd.example News', [
              '[ ![News](https://i.example/x.png) d.example News ](https://d.example/a%5Fb)',
            ]),
            { url: 'https://b.example', title: 'B', kind: 'cited', spans: [] },
            { url: 'https://never.example', title: 'Never', kind: 'retrieved', spans: [] },
            { url: 'https://other.example/list', title: 'List', kind: 'retrieved', spans: [] },
          ],
          searchQueries: ['best crm'],
        },
      },
      {
        name: 'a single object instead of a list, from a different country than requested',
        body: record({ country: 'us' }),
        expected: { status: 'ok', text: TEXT, locationApplied: 'none' },
      },
      {
        name: 'an answer only in HTML, without a search',
        body: [
          record({
            answer_text: null,
            answer_text_markdown: null,
            answer_html: '<style>p{}</style><p>Pipewell &amp; <b>Leadfox</b></p><ul><li>Both</li></ul>',
            web_search_triggered: false,
            web_search_query: null,
            citations: null,
            search_sources: [],
            links_attached: null,
          }),
        ],
        expected: { text: 'Pipewell & Leadfox\nBoth', searched: false, citations: [], searchQueries: [] },
      },
      {
        name: 'a whole page in HTML',
        body: [
          record({
            answer_text: null,
            answer_text_markdown: null,
            answer_html:
              '<head><title>Chat</title></head><nav>New chat</nav><h5>You said:</h5><p>best CRM</p>' +
              '<h6>ChatGPT said:</h6><p>Pipewell\n<b>leads</b>\nby far.</p><button>Copy</button>',
          }),
        ],
        expected: { text: 'Pipewell leads by far.' },
      },
      {
        name: 'a record within a wrapper, with different field names',
        body: {
          data: [
            record({
              answer_text: undefined,
              answer_text_markdown: undefined,
              answer_html: undefined,
              response: { markdown: 'Pipewell.' },
              response_text: ['Pipewell.'],
              model: undefined,
              model_slug: 'gpt-5-5',
              web_search_query: [{ query: 'best crm' }],
            }),
          ],
        },
        expected: {
          text: 'Pipewell.',
          searchQueries: ['best crm'],
          model: { requested: null, reported: 'gpt-5-5' },
        },
      },
      {
        name: 'sources by number, and the text only in the raw response',
        body: [
          record({
            answer_text: null,
            answer_text_markdown: 'best CRM',
            answer_html: null,
            response_raw: 'Pipewell [2] leads.',
            citations: { 1: 'https://a.example', 2: { url: 'https://b.example', title: 'B' } },
            search_sources: [],
            links_attached: null,
          }),
        ],
        expected: {
          text: 'Pipewell [2] leads.',
          citations: [
            { url: 'https://b.example', title: 'B', kind: 'cited', spans: [{ start: 9, end: 12 }] },
            { url: 'https://a.example', title: null, kind: 'retrieved', spans: [] },
          ],
        },
      },
    ],
    failures: [
      {
        name: 'a country that the scraper does not support',
        reply: {
          status: 400,
          body: {
            error: 'Invalid input provided',
            code: 'validation_error',
            errors: [['country', 'not supported']],
          },
        },
        expected: { kind: 'location_unsupported' },
      },
      {
        name: 'a suspended account',
        reply: { status: 400, body: { error: 'Customer is not active' } },
        expected: { kind: 'stop' },
      },
      {
        name: 'an unknown scraper',
        reply: { status: 404, body: { error: 'dataset does not exist' } },
        expected: { kind: 'stop' },
      },
      {
        name: 'a failed snapshot',
        reply: ({ path }) =>
          path.endsWith('/trigger') ? { body: { snapshot_id: 's_1' } } : { body: { status: 'failed' } },
        expected: { kind: 'retry' },
      },
      {
        name: 'a page that did not load',
        reply: within({ error: 'Crawler error: waiting for selector', error_code: 'crawl_failed' }),
        expected: { kind: 'retry' },
      },
      {
        name: 'a page that requires payment or signing in',
        reply: within({ error: 'Auth wall: sign up or see payment plans (401 Unauthorized)' }),
        expected: { kind: 'retry' },
      },
      {
        name: 'a country that is not available',
        reply: within({ error: 'country is not available for this scraper' }),
        expected: { kind: 'location_unsupported' },
      },
      {
        name: 'a rejected question',
        reply: within({ answer_text: '', error: 'Prompt is too long', error_code: 'bad_input' }),
        expected: { kind: 'invalid' },
      },
      { name: 'a snapshot without records', reply: serve([]), expected: { kind: 'retry' } },
      {
        name: 'a snapshot reported as empty',
        reply: serve('Snapshot is empty'),
        expected: { kind: 'retry' },
      },
    ],
    captured: [
      {
        file: 'brightdata/chatgpt.json',
        bodyIn: (content) => (content as { response: unknown }).response,
        expected: {
          status: 'ok',
          begins: '## …',
          length: 4,
          cited: 0,
          retrieved: 0,
          spans: 0,
          searchQueries: [],
          searched: true,
          usage: null,
          model: 'gpt-4o',
        },
      },
    ],
  },
  {
    ...shared,
    entry: {
      driver: 'brightdata',
      options: { surface: 'google_ai_mode', datasetId: 'gd_own', pollInterval: 1 },
    },
    request: {
      method: 'POST',
      path: '/datasets/v3/trigger',
      query: { dataset_id: 'gd_own' },
      body: [{ url: 'https://google.com/aimode', prompt: 'best CRM', country: 'DE' }],
    },
    answers: [
      {
        name: 'an answer with linked and unlinked sources',
        body: [
          {
            prompt: 'best CRM',
            answer: TEXT,
            links_attached: [{ url: 'https://crm.example/best', text: 'crm.example' }],
            sources: [{ url: 'https://other.example' }, { url: 'https://foxes.example' }],
          },
        ],
        expected: {
          status: 'ok',
          text: TEXT,
          citations: [
            { url: 'https://crm.example/best', title: 'crm.example', kind: 'cited', spans: [spanOf(LINK)] },
            { url: 'https://foxes.example', title: null, kind: 'cited', spans: [spanOf('[2]')] },
            { url: 'https://other.example', title: null, kind: 'retrieved', spans: [] },
          ],
          searched: true,
        },
      },
      {
        name: 'an answer with links through Google redirects',
        body: [
          {
            prompt: 'best CRM',
            answer_text_markdown: 'Pipewell [CRM](https://www.google.com/url?q=https://crm.example/a)',
            links_attached: [{ url: 'https://crm.example/a', text: 'CRM', position: 1 }],
          },
        ],
        expected: {
          citations: [
            {
              url: 'https://crm.example/a',
              title: 'CRM',
              kind: 'cited',
              spans: [{ start: 9, end: 66 }],
            },
          ],
        },
      },
      {
        name: 'no answer',
        body: [{ prompt: 'best CRM', answer_text: null, answer_text_markdown: '', citations: [] }],
        expected: { status: 'not_shown', text: '', citations: [] },
      },
    ],
    failures: [],
    captured: [],
  },
  {
    ...shared,
    entry: { driver: 'brightdata', options: { surface: 'meta_ai', datasetId: 'gd_meta', pollInterval: 1 } },
    // The vendor's list of countries for this surface lacks Japan.
    refusedLocation: 'JP',
    request: {
      method: 'POST',
      path: '/datasets/v3/trigger',
      query: { dataset_id: 'gd_meta' },
      body: [{ url: 'https://www.meta.ai/', prompt: 'best CRM', country: 'DE', index: 1 }],
    },
    answers: [
      {
        // The vendor documents no record of this scraper. These are the fields that its other scrapers share.
        name: 'an answer of Meta AI with a source',
        body: [
          {
            prompt: 'best CRM',
            answer_text_markdown: TEXT,
            citations: [{ url: 'https://crm.example/best', title: 'Best CRM', position: 1 }],
          },
        ],
        expected: {
          status: 'ok',
          surface: 'consumer_ui',
          text: TEXT,
          citations: [
            { url: 'https://crm.example/best', title: 'Best CRM', kind: 'cited', spans: [spanOf(LINK)] },
          ],
        },
      },
    ],
    failures: [],
    captured: [],
  },
]
