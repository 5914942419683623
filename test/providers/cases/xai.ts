import type { Conformance } from '../conformance.ts'

const TEXT =
  '😀 Pipewell leads.[[1]](https://crm.example/best) Leadfox follows.[[2]](https://other.example/a_(b))'
const FIRST = '[[1]](https://crm.example/best)'
const SECOND = '[[2]](https://other.example/a_(b))'
/** In UTF-16 units. */
const AT = TEXT.indexOf(FIRST)
const SECOND_AT = TEXT.indexOf(SECOND)

const part = (text: string, ...annotations: object[]) => ({
  type: 'output_text',
  text,
  logprobs: [],
  annotations,
})

const message = (...content: object[]) => ({
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content,
})

const search = (more: object = {}) => ({
  type: 'web_search_call',
  id: 'ws_1',
  status: 'completed',
  action: { type: 'search', query: 'best crm germany', sources: [] },
  ...more,
})

const response = (output: object[], more: object = {}) => ({
  id: 'resp_1',
  object: 'response',
  model: 'grok-4.3',
  status: 'completed',
  incomplete_details: null,
  output,
  usage: {
    input_tokens: 100,
    output_tokens: 20,
    total_tokens: 120,
    num_server_side_tools_used: 2,
    cost_in_usd_ticks: 123_000_000,
    server_side_tool_usage_details: { web_search_calls: 2, x_search_calls: 0 },
  },
  ...more,
})

const citation = (url: string, more: object = {}) => ({ type: 'url_citation', url, ...more })

export const conformance: Conformance = {
  entry: { driver: 'xai' },
  environment: { XAI_API_KEY: 'xai-secret' },
  request: {
    method: 'POST',
    path: '/v1/responses',
    headers: { authorization: 'Bearer xai-secret' },
    body: {
      input: [{ role: 'user', content: 'best CRM\n\nI am in Germany.' }],
      tools: [{ type: 'web_search' }],
      store: false,
    },
  },
  answers: [
    {
      name: 'an answer with numbered links and offsets in characters',
      body: response(
        [
          search(),
          message(
            part(
              TEXT,
              citation('https://crm.example/best', {
                title: '1',
                start_index: AT - 1,
                end_index: AT - 1 + FIRST.length,
              }),
            ),
          ),
        ],
        { citations: ['https://crm.example/best', 'https://third.example/', 'https://other.example/a_(b)'] },
      ),
      expected: {
        status: 'ok',
        surface: 'api',
        locationApplied: 'prompt_hint',
        model: { requested: 'grok-4.3', reported: 'grok-4.3' },
        text: TEXT,
        citations: [
          {
            url: 'https://crm.example/best',
            title: null,
            kind: 'cited',
            spans: [{ start: AT, end: AT + FIRST.length }],
          },
          {
            url: 'https://other.example/a_(b)',
            title: null,
            kind: 'cited',
            spans: [{ start: SECOND_AT, end: SECOND_AT + SECOND.length }],
          },
          { url: 'https://third.example/', title: null, kind: 'retrieved', spans: [] },
        ],
        searchQueries: ['best crm germany'],
        searched: true,
        usage: { inputTokens: 100, outputTokens: 20, searches: 2 },
        costUsd: 0.0123,
        partial: false,
        unrecognized: [],
      },
    },
    {
      name: 'numbered links to sources that are not listed',
      body: response([search(), message(part(TEXT))]),
      expected: {
        citations: [
          {
            url: 'https://crm.example/best',
            title: null,
            kind: 'cited',
            spans: [{ start: AT, end: AT + FIRST.length }],
          },
          {
            url: 'https://other.example/a_(b)',
            title: null,
            kind: 'cited',
            spans: [{ start: SECOND_AT, end: SECOND_AT + SECOND.length }],
          },
        ],
      },
    },
    {
      name: 'citations without offsets, and a search with its action as a string',
      body: response(
        [
          search({
            action: undefined,
            name: 'web_search',
            arguments: '{"query":"best crm","num_results":5}',
          }),
          search({ action: undefined, name: 'browse_page', arguments: '{"url":"https://third.example/"}' }),
          message(
            part(
              'Pipewell leads.',
              citation('https://crm.example/best'),
              citation('https://other.example/', {
                title: 'https://other.example/',
                start_index: 0,
                end_index: 0,
              }),
            ),
          ),
        ],
        { usage: { input_tokens: 10, output_tokens: 2 } },
      ),
      expected: {
        citations: [
          { url: 'https://crm.example/best', title: null, kind: 'cited', spans: [] },
          { url: 'https://other.example/', title: null, kind: 'cited', spans: [] },
          { url: 'https://third.example/', title: null, kind: 'retrieved', spans: [] },
        ],
        searchQueries: ['best crm'],
        searched: true,
        usage: { inputTokens: 10, outputTokens: 2, searches: 1 },
        costUsd: null,
      },
    },
    {
      name: 'a search of posts on X',
      body: response([
        {
          type: 'custom_tool_call',
          name: 'x_semantic_search',
          input: '{"query":"crm praise"}',
          status: 'completed',
        },
        message(part('Pipewell leads.')),
      ]),
      expected: { searched: true, searchQueries: ['crm praise'], unrecognized: [] },
    },
    {
      name: 'an answer without a search',
      body: response([{ type: 'reasoning', summary: [] }, message(part('Pipewell leads.'))]),
      expected: { searched: false, searchQueries: [], citations: [] },
    },
    {
      name: 'a refusal',
      body: response([message({ type: 'refusal', refusal: 'I cannot help with that.' })]),
      expected: { status: 'refused', text: 'I cannot help with that.' },
    },
    {
      name: 'a truncated answer',
      body: response([search(), message(part('Pipewell is'))], {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
      }),
      expected: { status: 'ok', text: 'Pipewell is', partial: true },
    },
    {
      name: 'elements for the vendor’s interface are removed, and searches are counted by name',
      body: response(
        [
          message(
            part(
              'Pipewell leads.<grok:render card_id="1a" type="render_inline_citation"><argument name="citation_id">1</argument></grok:render> Leadfox follows.',
            ),
          ),
        ],
        {
          server_side_tool_usage: { SERVER_SIDE_TOOL_WEB_SEARCH: 3, SERVER_SIDE_TOOL_X_SEARCH: 1 },
          usage: { input_tokens: 100, output_tokens: 20 },
        },
      ),
      expected: {
        text: 'Pipewell leads. Leadfox follows.',
        usage: { inputTokens: 100, outputTokens: 20, searches: 4 },
      },
    },
    {
      name: 'a chat completion with sources and the cost in ticks',
      body: {
        model: 'grok-4',
        choices: [{ message: { role: 'assistant', content: 'Pipewell leads.[1]' }, finish_reason: 'stop' }],
        citations: ['https://crm.example/best', 'https://other.example/list'],
        usage: { prompt_tokens: 9, completion_tokens: 8, cost_in_usd_ticks: 50_000_000 },
      },
      expected: {
        searched: true,
        costUsd: 0.005,
        citations: [
          { url: 'https://crm.example/best', title: null, kind: 'cited', spans: [{ start: 15, end: 18 }] },
          { url: 'https://other.example/list', title: null, kind: 'retrieved', spans: [] },
        ],
      },
    },
  ],
  failures: [
    {
      name: 'a retired model',
      reply: {
        status: 404,
        body: {
          code: 'Some requested entity was not found',
          error: 'The model grok-3 does not exist or your team team-1 does not have access to it.',
        },
      },
      expected: { kind: 'stop', fault: 'model' },
    },
    {
      name: 'an unknown model',
      reply: {
        status: 400,
        body: { code: 'Client specified an invalid argument', error: 'Model not found: grok-2' },
      },
      expected: { kind: 'stop', fault: 'model' },
    },
    {
      name: 'a kind of search that was removed',
      reply: {
        status: 410,
        body: { error: 'Live search is deprecated. Please switch to the Agent Tools API.' },
      },
      expected: { kind: 'stop' },
    },
    {
      name: 'exhausted credits',
      reply: {
        status: 403,
        body: {
          code: 'The caller does not have permission to execute the specified operation',
          error: 'Your team has used all available credits or reached its monthly spending limit.',
        },
      },
      expected: { kind: 'stop' },
    },
    {
      name: 'exhausted credits with status 429',
      reply: {
        status: 429,
        body: {
          code: 'Some resource has been exhausted',
          error: 'Your team has used all available credits.',
        },
      },
      expected: { kind: 'stop' },
    },
    {
      name: 'a wrong key',
      reply: {
        status: 400,
        body: { code: 'Client specified an invalid argument', error: 'Incorrect API key provided: xa***et.' },
      },
      expected: { kind: 'stop' },
    },
    {
      name: 'a question against the usage guidelines',
      reply: {
        status: 403,
        body: { code: 'permission-denied', error: 'Content violates usage guidelines.' },
      },
      expected: { kind: 'invalid' },
    },
    {
      name: 'too many requests',
      reply: {
        status: 429,
        headers: { 'retry-after': '3' },
        body: { code: 'Some resource has been exhausted', error: 'Too many requests for team.' },
      },
      expected: { kind: 'retry', retryAfter: 3_000 },
    },
    {
      name: 'a failure with status 200',
      reply: { body: { code: 'internal', error: 'Something went wrong' } },
      expected: { kind: 'retry' },
    },
  ],
  spanShows: (slice, { url }) => slice.includes(`](${url})`) || /^\[\d+\]$/.test(slice),
  captured: [
    {
      file: 'xai/response.web_search.json',
      expected: {
        status: 'ok',
        begins: 'xAI is an American artificial intelligence company founded by Elon Musk',
        length: 799,
        cited: 5,
        retrieved: 0,
        spans: 0,
        searchQueries: ['what is xAI'],
        searched: true,
        usage: { inputTokens: 1941, outputTokens: 583, searches: 1 },
        model: 'grok-4-fast-reasoning',
      },
    },
  ],
}
