import { failed, response } from '../../../src/providers/dataforseo/conformance-bodies.ts'
import type { Conformance } from '../conformance.ts'

const environment = { DATAFORSEO_LOGIN: 'tester@seo.example', DATAFORSEO_PASSWORD: 'dfs-password' }
const basic = Buffer.from(Object.values(environment).join(':')).toString('base64')
const ask = { keyword: 'best CRM', location_code: 2276, language_code: 'de' }

const failures: Conformance['failures'] = [
  ['an unauthorized account', failed(40100, 'You are not authorized.', { within: 'body' }), 'stop'],
  ['an account that is not verified', failed(40104, 'Please verify your account.'), 'stop'],
  ['an empty balance', failed(40210, 'Insufficient funds.'), 'stop'],
  ['the limit of costs for a day', failed(40203, 'The cost limit has been exceeded.'), 'stop'],
  ['too many calls in a minute', failed(40202, 'The rate-limit per minute has been exceeded.'), 'retry'],
  ['too many calls at a time', failed(40209, 'Too many simultaneous requests.'), 'retry'],
  ['a failure of the search engine', failed(40101, 'Internal SE Server Error.'), 'retry'],
  ['a task that was not executed', failed(40103, 'Task execution failed.'), 'retry'],
  ['a task that is still queued', failed(20100, 'Task Created.'), 'retry'],
  ['an internal error', failed(50000, 'Internal Error.', { within: 'body' }), 'retry'],
  ['a timeout', failed(50401, 'Internal Error - Timeout.'), 'retry'],
  ['a country that is not covered', failed(40501, "Invalid Field: 'location_code'."), 'location_unsupported'],
  ['a language that is not covered', failed(40501, "Invalid Field: 'language_code'."), 'invalid'],
  ['an unknown path', failed(40402, 'Invalid Path.'), 'invalid'],
].map(
  ([name, body, kind]) => ({ name, reply: { body }, expected: { kind } }) as Conformance['failures'][number],
)

const shared = (
  surface: string,
  path: string,
  extras: object,
): Omit<Conformance, 'answers' | 'captured'> => ({
  entry: { driver: 'dataforseo', options: { surface } },
  environment,
  request: {
    method: 'POST',
    path: `/v3/${path}/live/advanced`,
    headers: { authorization: `Basic ${basic}` },
    body: [{ ...ask, ...extras }],
  },
  failures: [
    ...failures,
    {
      name: 'refused credentials with the vendor’s code',
      reply: { status: 401, body: failed(40100, 'You are not authorized.', { within: 'body' }) },
      expected: { kind: 'stop' },
    },
  ],
  spanShows: (slice, { url }) => slice.includes(url) || /^\[\d+\]$/.test(slice),
})

const FRAGMENT = 'https://crm.example/best#:~:text=Pipewell'
const OVERVIEW_TEXT = `😀 Pipewell leads [[1]](${FRAGMENT}). Leadfox follows [2].`

const overview = (more: object = {}) => ({
  type: 'ai_overview',
  rank_group: 1,
  rank_absolute: 1,
  asynchronous_ai_overview: false,
  markdown: OVERVIEW_TEXT,
  items: [
    {
      type: 'ai_overview_element',
      title: null,
      text: 'Pipewell leads',
      markdown: null,
      links: null,
      references: [{ type: 'ai_overview_reference', url: FRAGMENT, title: 'Best CRM', source: 'crm' }],
    },
  ],
  references: [
    { type: 'ai_overview_reference', url: FRAGMENT, title: 'Best CRM' },
    { type: 'ai_overview_reference', url: 'https://fox.example/', title: 'Leadfox' },
    { type: 'ai_overview_reference', url: 'https://other.example/list', title: 'List' },
  ],
  ...more,
})

const page = (items: object[] | null, more: object = {}) => ({
  keyword: 'best CRM',
  se_domain: 'google.de',
  item_types: items?.map((item) => ('type' in item ? item.type : '')) ?? [],
  items_count: items?.length ?? 0,
  items,
  ...more,
})

const at = (text: string, part: string) => ({
  start: text.indexOf(part),
  end: text.indexOf(part) + part.length,
})

const shown: Conformance['answers'][number]['expected'] = {
  status: 'ok',
  locationApplied: 'native',
  model: { requested: null, reported: null },
  text: OVERVIEW_TEXT,
  citations: [
    { url: FRAGMENT, title: 'Best CRM', kind: 'cited', spans: [at(OVERVIEW_TEXT, `[[1]](${FRAGMENT})`)] },
    { url: 'https://fox.example/', title: 'Leadfox', kind: 'cited', spans: [at(OVERVIEW_TEXT, '[2]')] },
    { url: 'https://other.example/list', title: 'List', kind: 'retrieved', spans: [] },
  ],
  searched: true,
  searchQueries: [],
  usage: null,
  costUsd: 0.004,
  partial: false,
  unrecognized: [],
}

const organic = { type: 'organic', rank_group: 1, url: 'https://crm.example/', title: 'CRM' }

const aiOverview: Conformance = {
  ...shared('ai_overview', 'serp/google/organic', { load_async_ai_overview: true }),
  answers: [
    {
      name: 'an overview with a linked and a numbered reference',
      body: response(page([organic, overview()])),
      expected: { ...shown, surface: 'serp' },
    },
    {
      name: 'an overview with elements, including a table and an unknown one',
      body: response(
        page([
          overview({
            markdown: null,
            items: [
              { type: 'ai_overview_element', title: 'CRM', text: 'Pipewell leads.', references: null },
              {
                type: 'ai_overview_table_element',
                table: { table_header: ['Name', 'Rank'], table_content: [['Pipewell', '1']] },
              },
              {
                type: 'ai_overview_expanded_element',
                title: 'More',
                components: [
                  { type: 'ai_overview_expanded_component', title: 'Leadfox', text: 'It follows.' },
                ],
              },
              { type: 'ai_overview_paid', text: 'Sponsored' },
              { type: 'ai_overview_hologram', text: 'See it.' },
            ],
            references: [{ url: 'https://other.example/list', title: null }],
          }),
        ]),
      ),
      expected: {
        text: 'CRM\n\nPipewell leads.\n\n| Name | Rank |\n| --- | --- |\n| Pipewell | 1 |\n\nMore\n\nLeadfox\n\nIt follows.\n\nSee it.',
        citations: [{ url: 'https://other.example/list', title: null, kind: 'retrieved', spans: [] }],
        unrecognized: ['overview.ai_overview_hologram'],
      },
    },
    {
      name: 'a reference of an element is cited even without a link',
      body: response(
        page([overview({ markdown: 'Pipewell leads.', references: [{ url: 'https://crm.example/best' }] })]),
      ),
      expected: { citations: [{ url: FRAGMENT, title: 'Best CRM', kind: 'cited', spans: [] }] },
    },
    {
      name: 'an overview of another type, in the second result',
      body: response(null, {
        result: ['other', { keyword: 'other' }, page([overview({ type: 'ai_overview_2' })])],
      }),
      expected: shown,
    },
    {
      name: 'references among the elements are not part of the text',
      body: response(
        page([
          overview({
            markdown: null,
            items: [
              { type: 'ai_overview_element', text: 'Pipewell leads [2].' },
              {
                type: 'ai_overview_reference',
                url: 'https://crm.example/best',
                title: 'Best CRM',
                text: 'Cut',
              },
              { type: 'ai_overview_reference', url: 'https://fox.example/', title: 'Leadfox', text: 'Cut' },
            ],
            references: null,
          }),
        ]),
      ),
      expected: {
        text: 'Pipewell leads [2].',
        citations: [
          {
            url: 'https://fox.example/',
            title: 'Leadfox',
            kind: 'cited',
            spans: [at('Pipewell leads [2].', '[2]')],
          },
          { url: 'https://crm.example/best', title: 'Best CRM', kind: 'retrieved', spans: [] },
        ],
        unrecognized: [],
      },
    },
    {
      name: 'an overview in the knowledge panel',
      body: response(
        page([
          organic,
          {
            type: 'knowledge_graph',
            items: [
              {
                type: 'knowledge_graph_ai_overview_item',
                items: [{ type: 'ai_overview_element', text: 'Pipewell is a CRM.' }],
              },
            ],
          },
        ]),
      ),
      expected: { status: 'ok', text: 'Pipewell is a CRM.' },
    },
    {
      name: 'a page without an overview',
      body: response(page([organic])),
      expected: { status: 'not_shown', text: '', citations: [], searched: null, costUsd: 0.004 },
    },
    {
      name: 'an overview that was announced but not loaded',
      body: response(
        page([
          organic,
          overview({ asynchronous_ai_overview: true, markdown: null, items: null, references: null }),
        ]),
      ),
      expected: { status: 'not_shown', text: '', citations: [] },
    },
    {
      name: 'a search without results',
      body: response(null, { status_code: 40102, status_message: 'No Search Results.', cost: '0.002' }),
      expected: { status: 'not_shown', text: '', costUsd: 0.002 },
    },
  ],
  captured: [],
}

const aiMode: Conformance = {
  ...shared('ai_mode', 'serp/google/ai_mode', {}),
  answers: [
    {
      name: 'an answer with a linked and a numbered reference',
      body: response(page([overview()], { type: 'ai_mode' })),
      expected: { ...shown, surface: 'consumer_ui' },
    },
    {
      name: 'products in and next to the elements of the answer',
      body: response(
        page([
          overview({
            items: [
              { type: 'ai_overview_element', text: 'Pipewell leads' },
              {
                type: 'ai_overview_shopping',
                title: 'Pipewell Box',
                price: { current: 49.5, currency: 'EUR', displayed_price: '49,50 €' },
                seller: 'Shop',
                url: 'https://shop.example/1',
              },
            ],
          }),
        ]),
      ),
      expected: {
        text: OVERVIEW_TEXT,
        placements: [
          {
            kind: 'product',
            title: 'Pipewell Box',
            brand: null,
            seller: 'Shop',
            price: 49.5,
            currency: 'EUR',
            url: 'https://shop.example/1',
            position: 1,
          },
        ],
        unrecognized: [],
      },
    },
    {
      name: 'an answer with an embedded image',
      body: response(
        page([overview({ markdown: `![A [car](data:image/png;base64,AA==) ${OVERVIEW_TEXT}` })]),
      ),
      expected: { text: OVERVIEW_TEXT, citations: shown.citations },
    },
    {
      name: 'an answer in an item of an unknown type',
      body: response(page([{ type: 'ai_mode_hologram', markdown: 'Pipewell leads.' }])),
      expected: { text: 'Pipewell leads.', unrecognized: ['item.ai_mode_hologram'] },
    },
    {
      name: 'a page without an answer',
      body: response(page(null)),
      expected: { status: 'not_shown', text: '' },
    },
  ],
  captured: [
    {
      file: 'dataforseo/response.ai_mode.trimmed.json',
      expected: {
        status: 'ok',
        begins: 'The BMW M4 F82 is … [[1]](https://www.autoevolution.com/',
        length: 129,
        cited: 2,
        retrieved: 0,
        spans: 2,
        searchQueries: [],
        searched: true,
        usage: null,
        costUsd: 0.008,
        model: null,
      },
    },
  ],
}

const CHAT_URL = 'https://crm.example/best'
const CHAT_TEXT = `**Pipewell** leads ([CRM review](${CHAT_URL})).\n\n- Leadfox [[2]](https://fox.example/)\n\n![A picture](https://pictures.example/1.png)`

/** A card with only a title, at the first position. */
const CARD = { brand: null, seller: null, price: null, currency: null, url: null, position: 1 }

const chatGpt: Conformance = {
  ...shared('chatgpt', 'ai_optimization/chat_gpt/llm_scraper', { force_web_search: false }),
  answers: [
    {
      name: 'an answer with sources that are linked, only used, and only found',
      body: response({
        model: 'gpt-5.6',
        markdown: CHAT_TEXT,
        search_results: [
          { type: 'chat_gpt_search_result', url: CHAT_URL, title: 'The best CRM' },
          { type: 'chat_gpt_search_result', url: 'https://other.example/list', title: 'List' },
        ],
        sources: [
          {
            type: 'chat_gpt_source',
            url: `${CHAT_URL}?utm_source=chatgpt.com`,
            title: 'The best CRM',
            domain: 'crm.example',
          },
          { type: 'chat_gpt_source', url: 'https://used.example/?utm_source=chatgpt.com', title: null },
        ],
        fan_out_queries: ['best crm 2026', 'best crm 2026', 'crm vergleich'],
        item_types: ['chat_gpt_text'],
        items: [{ type: 'chat_gpt_text', markdown: CHAT_TEXT, sources: [], brand_entities: null }],
      }),
      expected: {
        status: 'ok',
        surface: 'consumer_ui',
        locationApplied: 'native',
        model: { requested: null, reported: 'gpt-5.6' },
        text: CHAT_TEXT,
        citations: [
          {
            url: CHAT_URL,
            title: 'The best CRM',
            kind: 'cited',
            spans: [at(CHAT_TEXT, `([CRM review](${CHAT_URL}))`)],
          },
          {
            url: 'https://fox.example/',
            title: null,
            kind: 'cited',
            spans: [at(CHAT_TEXT, '[[2]](https://fox.example/)')],
          },
          { url: 'https://used.example/?utm_source=chatgpt.com', title: null, kind: 'cited', spans: [] },
          { url: 'https://other.example/list', title: 'List', kind: 'retrieved', spans: [] },
        ],
        searchQueries: ['best crm 2026', 'crm vergleich'],
        searched: true,
        usage: null,
        costUsd: 0.004,
        partial: false,
        unrecognized: [],
      },
    },
    {
      name: 'an answer without a search',
      body: response({
        model: 'gpt-5.6',
        markdown: 'Pipewell.',
        search_results: null,
        sources: null,
        fan_out_queries: null,
        items: [],
      }),
      expected: { text: 'Pipewell.', searched: false, searchQueries: [], citations: [] },
    },
    {
      name: 'an answer made of items, with images, an advertisement and an unknown item',
      body: response({
        model: null,
        markdown: null,
        items: [
          { type: 'chat_gpt_text', markdown: 'Pipewell leads.' },
          { type: 'chat_gpt_images', items: [{ alt: 'A picture', title: 'Picture' }] },
          { type: 'chat_gpt_ad', title: 'Buy now', url: 'https://ad.example/' },
          { type: 'chat_gpt_hologram', text: 'See it.' },
        ],
      }),
      expected: { text: 'Pipewell leads.\n\nSee it.', unrecognized: ['item.chat_gpt_hologram'] },
    },
    ...['Pipewell leads.\n\n### Pipewell Box\n$49', undefined].map((markdown) => ({
      name: `the same placements if the page as Markdown ${markdown ? 'repeats them' : 'is missing'}`,
      body: response({
        ...(markdown && { markdown }),
        item_types: ['chat_gpt_text', 'chat_gpt_products', 'chat_gpt_local_businesses', 'chat_gpt_ad'],
        items: [
          { type: 'chat_gpt_text', markdown: 'Pipewell leads.' },
          {
            type: 'chat_gpt_products',
            title: 'Pipewell Box',
            price: 49,
            currency: 'EUR',
            merchants: 'Shop',
            url: 'https://shop.example/1',
          },
          { type: 'chat_gpt_products', title: 'Leadfox Kit', price: null, domain: 'fox.example' },
          { type: 'chat_gpt_local_businesses', title: 'Leadfox Store', url: 'https://fox.example/store' },
          {
            type: 'chat_gpt_ad',
            title: 'Try Acme',
            advertiser: { name: 'Acme' },
            url: 'https://acme.example/',
          },
        ],
      }),
      expected: {
        text: markdown ?? 'Pipewell leads.',
        placements: [
          {
            ...CARD,
            kind: 'product' as const,
            title: 'Pipewell Box',
            seller: 'Shop',
            price: 49,
            currency: 'EUR',
            url: 'https://shop.example/1',
          },
          { ...CARD, kind: 'product' as const, title: 'Leadfox Kit', position: 2 },
          {
            ...CARD,
            kind: 'local_business' as const,
            title: 'Leadfox Store',
            url: 'https://fox.example/store',
          },
          { ...CARD, kind: 'ad' as const, title: 'Try Acme', brand: 'Acme', url: 'https://acme.example/' },
        ],
        unrecognized: [],
      },
    })),
    {
      name: 'a search without results',
      body: response(null, { status_code: 40102, status_message: 'No Search Results.' }),
      expected: { status: 'not_shown', text: '' },
    },
  ],
  captured: [
    {
      file: 'dataforseo/response.chatgpt-scraper.constructed.json',
      expected: {
        status: 'ok',
        begins: '**HubSpot** …',
        length: 13,
        cited: 0,
        retrieved: 0,
        spans: 0,
        searchQueries: ['best crm for small business 2026'],
        searched: true,
        usage: null,
        costUsd: 0.004,
        model: 'gpt-…',
      },
    },
  ],
}

const GEMINI_TEXT = 'Pipewell leads [1].'

const gemini: Conformance = {
  ...shared('gemini', 'ai_optimization/gemini/llm_scraper', {}),
  answers: [
    {
      name: 'an answer with a source that a mark refers to',
      body: response({
        model: 'Gemini 3.5 Flash',
        markdown: GEMINI_TEXT,
        sources: [{ type: 'gemini_source', url: CHAT_URL, title: 'Best CRM' }],
        items: [
          { type: 'gemini_text', markdown: GEMINI_TEXT, original_text: 'Pipewell leads.', sources: null },
        ],
      }),
      expected: {
        status: 'ok',
        surface: 'consumer_ui',
        model: { requested: null, reported: 'Gemini 3.5 Flash' },
        text: GEMINI_TEXT,
        citations: [{ url: CHAT_URL, title: 'Best CRM', kind: 'cited', spans: [at(GEMINI_TEXT, '[1]')] }],
        searched: true,
        unrecognized: [],
      },
    },
    {
      name: 'a mark keeps its number if an earlier source has no URL',
      body: response({
        model: null,
        markdown: 'Pipewell leads [2], not [1].',
        sources: [
          { type: 'gemini_source', url: null, title: 'Gone' },
          { type: 'gemini_source', url: CHAT_URL, title: 'Best CRM' },
        ],
        items: [],
      }),
      expected: {
        citations: [
          {
            url: CHAT_URL,
            title: 'Best CRM',
            kind: 'cited',
            spans: [at('Pipewell leads [2], not [1].', '[2]')],
          },
        ],
      },
    },
    {
      name: 'an answer in the sections of a message, as in the vendor’s LLM API',
      body: response({
        model_name: 'gemini-3.5-flash',
        items: [
          { type: 'reasoning', sections: [{ type: 'summary_text', text: 'I will look.' }] },
          {
            type: 'message',
            sections: [
              { type: 'text', text: 'Pipewell leads.', annotations: [{ title: 'Best CRM', url: CHAT_URL }] },
            ],
          },
        ],
      }),
      expected: {
        text: 'Pipewell leads.',
        model: { requested: null, reported: 'gemini-3.5-flash' },
        citations: [{ url: CHAT_URL, title: 'Best CRM', kind: 'cited', spans: [] }],
        unrecognized: [],
      },
    },
    {
      name: 'an answer without sources that does not say whether it searched',
      body: response({ model: null, markdown: 'Pipewell.', sources: null, items: [] }),
      expected: { text: 'Pipewell.', searched: null, citations: [] },
    },
  ],
  captured: [],
}

export const conformance: readonly Conformance[] = [aiOverview, aiMode, chatGpt, gemini]
