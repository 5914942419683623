import type { Conformance } from '../conformance.ts'

const BEST = { url: 'https://crm.example/best', title: 'Best CRM' }
const LIST = { url: 'https://other.example/list', title: 'A list' }
const CLAIM = '😀 Pipewell is the leader.'

const search = (id: string, query: string) => ({
  type: 'server_tool_use',
  id,
  name: 'web_search',
  input: { query },
})

const results = (id: string, content: unknown) => ({
  type: 'web_search_tool_result',
  tool_use_id: id,
  content,
})

const searchResult = (source: object) => ({
  type: 'web_search_result',
  ...source,
  encrypted_content: 'RW5j',
  page_age: null,
})

const failed = (code: string) => ({ type: 'web_search_tool_result_error', error_code: code })

const citing = (text: string, ...sources: object[]) => ({
  type: 'text',
  text,
  citations: sources.map((source) => ({
    type: 'web_search_result_location',
    ...source,
    cited_text: 'Pipewell is …',
    encrypted_index: 'RW8',
  })),
})

const message = (content: object[], more: object = {}) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-5-5-20260901',
  content,
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: {
    input_tokens: 100,
    cache_creation_input_tokens: 7,
    cache_read_input_tokens: 3,
    output_tokens: 20,
    server_tool_use: { web_search_requests: 1 },
  },
  ...more,
})

const searched = [
  { type: 'text', text: 'Let me search for that.' },
  search('srvtoolu_1', 'best crm germany'),
  results('srvtoolu_1', [searchResult(BEST), searchResult(LIST)]),
]

const error = (type: string, text: string, more: object = {}) => ({
  type: 'error',
  error: { type, message: text, ...more },
  request_id: 'req_1',
})

export const conformance: Conformance = {
  entry: { driver: 'anthropic' },
  environment: { ANTHROPIC_API_KEY: 'sk-ant-secret' },
  refusedLocation: 'SG',
  request: {
    method: 'POST',
    path: '/v1/messages',
    headers: { 'x-api-key': 'sk-ant-secret', 'anthropic-version': '2023-06-01' },
    body: {
      max_tokens: 8_192 + 16_384,
      messages: [{ role: 'user', content: 'best CRM' }],
      tools: [
        {
          type: 'web_search_20250305',
          name: 'web_search',
          max_uses: 5,
          user_location: { type: 'approximate', country: 'DE' },
        },
      ],
    },
  },
  answers: [
    {
      name: 'an answer of several blocks, after an announcement',
      body: message([
        ...searched,
        { type: 'text', text: 'There are two.\n\n' },
        citing(CLAIM, BEST),
        { type: 'text', text: ' Leadfox follows.' },
      ]),
      expected: {
        status: 'ok',
        surface: 'api',
        locationApplied: 'native',
        model: { requested: 'claude-sonnet-5-5', reported: 'claude-sonnet-5-5-20260901' },
        text: `There are two.\n\n${CLAIM} Leadfox follows.`,
        citations: [
          { ...BEST, kind: 'cited', spans: [{ start: 16, end: 16 + CLAIM.length }] },
          { ...LIST, kind: 'retrieved', spans: [] },
        ],
        searchQueries: ['best crm germany'],
        searched: true,
        usage: { inputTokens: 110, outputTokens: 20, searches: 1 },
        costUsd: null,
        partial: false,
        unrecognized: [],
      },
    },
    {
      name: 'a block that cites two sources, and a source that is cited twice',
      body: message([...searched, citing('Both agree.', BEST, LIST), citing(' Pipewell leads.', BEST)]),
      expected: {
        text: 'Both agree. Pipewell leads.',
        citations: [
          {
            ...BEST,
            kind: 'cited',
            spans: [
              { start: 0, end: 11 },
              { start: 11, end: 27 },
            ],
          },
          { ...LIST, kind: 'cited', spans: [{ start: 0, end: 11 }] },
        ],
      },
    },
    {
      name: 'text with sources before another search belongs to the answer, but an announcement does not',
      body: message([
        ...searched,
        citing('Pipewell leads.', BEST),
        search('srvtoolu_2', 'leadfox price'),
        results('srvtoolu_2', []),
        { type: 'thinking', thinking: 'Enough.', signature: 'c2ln' },
        { type: 'text', text: 'Leadfox follows.' },
      ]),
      expected: {
        text: 'Pipewell leads.\n\nLeadfox follows.',
        searchQueries: ['best crm germany', 'leadfox price'],
      },
    },
    {
      name: 'an answer before a final search without further text',
      body: message([
        { type: 'text', text: 'Pipewell leads.' },
        search('srvtoolu_1', 'crm'),
        results('srvtoolu_1', failed('max_uses_exceeded')),
      ]),
      expected: { text: 'Pipewell leads.' },
    },
    {
      name: 'only failed searches',
      body: message([
        search('srvtoolu_1', 'best crm germany'),
        results('srvtoolu_1', failed('unavailable')),
        { type: 'text', text: 'Pipewell leads.' },
      ]),
      expected: {
        text: 'Pipewell leads.',
        searched: false,
        searchQueries: ['best crm germany'],
        unrecognized: ['web_search_tool_result_error.unavailable'],
      },
    },
    {
      name: 'a failed search after a successful one',
      body: message([
        ...searched,
        search('srvtoolu_2', 'more'),
        results('srvtoolu_2', failed('max_uses_exceeded')),
        citing('Pipewell leads.', BEST),
      ]),
      expected: { searched: true, unrecognized: ['web_search_tool_result_error.max_uses_exceeded'] },
    },
    {
      name: 'an answer without a search',
      body: message([{ type: 'text', text: 'Pipewell.' }], {
        usage: { input_tokens: 10, output_tokens: 2, server_tool_use: null },
      }),
      expected: {
        searched: false,
        searchQueries: [],
        citations: [],
        usage: { inputTokens: 10, outputTokens: 2, searches: 0 },
      },
    },
    {
      name: 'searches by code execution, as in newer versions of the tool, and a fetched page',
      body: message([
        { type: 'server_tool_use', id: 'srvtoolu_0', name: 'code_execution', input: { code: 'search()' } },
        {
          ...search('srvtoolu_1', 'best crm'),
          caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_0' },
        },
        results('srvtoolu_1', [searchResult(BEST)]),
        {
          type: 'code_execution_tool_result',
          tool_use_id: 'srvtoolu_0',
          content: {
            type: 'encrypted_code_execution_result',
            encrypted_stdout: 'RW5j',
            content: [],
            return_code: 0,
          },
        },
        { type: 'server_tool_use', id: 'srvtoolu_2', name: 'web_fetch', input: { url: LIST.url } },
        {
          type: 'web_fetch_tool_result',
          tool_use_id: 'srvtoolu_2',
          content: {
            type: 'web_fetch_result',
            url: LIST.url,
            content: { type: 'document', title: LIST.title, source: { type: 'text', data: 'Leadfox' } },
          },
        },
        { type: 'text', text: `Pipewell leads, as [a comparison](${BEST.url}) finds.` },
      ]),
      expected: {
        searchQueries: ['best crm'],
        searched: true,
        citations: [
          { ...BEST, kind: 'cited', spans: [{ start: 19, end: 59 }] },
          { ...LIST, kind: 'retrieved', spans: [] },
        ],
        unrecognized: [],
      },
    },
    {
      name: 'a refusal',
      body: message([], {
        stop_reason: 'refusal',
        stop_details: { type: 'refusal', category: null, explanation: 'This is declined.' },
      }),
      expected: { status: 'refused', text: 'This is declined.', partial: false },
    },
    ...['max_tokens', 'model_context_window_exceeded'].map((stopReason) => ({
      name: `a truncated answer: ${stopReason}`,
      body: message([...searched, citing('Pipewell leads.', BEST)], { stop_reason: stopReason }),
      expected: { status: 'ok', text: 'Pipewell leads.', partial: true } as const,
    })),
    {
      name: 'unknown blocks and citations',
      body: message([
        { type: 'hologram', text: 'Not of the answer.' },
        {
          type: 'text',
          text: 'Pipewell.',
          citations: [{ type: 'page_location', document_title: 'A book', start_page_number: 1 }],
        },
      ]),
      expected: { text: 'Pipewell.', unrecognized: ['content.hologram', 'citation.page_location'] },
    },
    {
      name: 'a message inside an event',
      body: {
        type: 'message_stop',
        message: message([{ type: 'text', text: 'Pipewell.', citations: null }]),
      },
      expected: { text: 'Pipewell.' },
    },
    {
      name: 'a message inside a batch',
      body: [
        {
          custom_id: 'a',
          result: { type: 'succeeded', message: message([{ type: 'text', text: 'Pipewell.' }]) },
        },
      ],
      expected: { text: 'Pipewell.' },
    },
    {
      name: 'thoughts within a text and tags around citations are removed',
      body: message([
        ...searched,
        {
          type: 'text',
          text: '<thinking>Which one?</thinking>\n\n<cite index="1-2,1-3">Pipewell leads</cite>. ',
        },
        citing('<cite index="2-1">Leadfox follows.</cite>', LIST),
      ]),
      expected: {
        text: 'Pipewell leads. Leadfox follows.',
        citations: [
          { ...LIST, kind: 'cited', spans: [{ start: 16, end: 32 }] },
          { ...BEST, kind: 'retrieved', spans: [] },
        ],
      },
    },
  ],
  failures: [
    {
      name: 'a retired model',
      reply: { status: 404, body: error('not_found_error', 'model: claude-3-opus-20240229') },
      expected: { kind: 'stop', fault: 'model' },
    },
    {
      name: 'more tokens than the model can write',
      reply: {
        status: 400,
        body: error(
          'invalid_request_error',
          'max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for claude-haiku',
        ),
      },
      expected: { kind: 'stop', fault: 'size' },
    },
    {
      name: 'a request that is too large',
      reply: { status: 413, body: error('request_too_large', 'Request exceeds the maximum size') },
      expected: { kind: 'stop', fault: 'size' },
    },
    {
      name: 'too many requests, with a delay',
      reply: {
        status: 429,
        headers: { 'retry-after': '12' },
        body: error('rate_limit_error', 'Number of request tokens has exceeded your per-minute rate limit'),
      },
      expected: { kind: 'retry', retryAfter: 12_000 },
    },
    {
      name: 'a reached spending limit',
      reply: {
        status: 429,
        body: error('rate_limit_error', 'You have reached your API usage limits.', {
          details: { error_code: 'enforced_spend_limit_reached' },
        }),
      },
      expected: { kind: 'stop' },
    },
    {
      name: 'a spending limit set by the organization',
      reply: {
        status: 400,
        body: error('invalid_request_error', 'You have reached your specified API usage limits.'),
      },
      expected: { kind: 'stop' },
    },
    {
      name: 'an exhausted balance with status 400',
      reply: {
        status: 400,
        body: error('invalid_request_error', 'Your credit balance is too low to access the API.'),
      },
      expected: { kind: 'stop' },
    },
    {
      name: 'an exhausted balance with status 402',
      reply: { status: 402, body: error('billing_error', 'There is an issue with your billing.') },
      expected: { kind: 'stop' },
    },
    {
      name: 'web search that is not enabled for the organization',
      reply: {
        status: 400,
        body: error('invalid_request_error', 'Web search is not enabled for this organization.'),
      },
      expected: { kind: 'stop' },
    },
    {
      name: 'an unsupported country',
      reply: {
        status: 400,
        body: error('invalid_request_error', 'tools.0: Country code DE is not supported.'),
      },
      expected: { kind: 'location_unsupported' },
    },
    {
      name: 'an overloaded model with status 200',
      reply: { body: error('overloaded_error', 'Overloaded') },
      expected: { kind: 'retry' },
    },
    {
      name: 'a refused key with status 200',
      reply: { body: error('authentication_error', 'invalid x-api-key') },
      expected: { kind: 'stop' },
    },
    {
      name: 'a closed account',
      reply: { status: 400, body: error('invalid_request_error', 'This organization has been disabled.') },
      expected: { kind: 'stop' },
    },
  ],
  // A span is a whole text block, and these blocks are whole sentences without the name of their source.
  spanShows: (slice, { url }) =>
    slice === 'x' || slice.includes(`](${url}`) || /^\s*(😀)*\s*[A-Z].*\.$/s.test(slice),
  captured: [
    {
      file: 'anthropic/response.web_search.json',
      expected: {
        status: 'ok',
        begins: 'Based on the search results, here are the key tech news highlights',
        length: 1800,
        cited: 2,
        retrieved: 8,
        spans: 3,
        searchQueries: ['tech news today September 26 2024', '"September 26 2024" tech news breaking'],
        searched: true,
        usage: { inputTokens: 27118, outputTokens: 600, searches: 2 },
        model: 'claude-sonnet-4-20250514',
      },
    },
  ],
}
