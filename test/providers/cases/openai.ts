import type { Conformance } from '../conformance.ts'

const TEXT = '😀 Pipewell leads ([crm.example](https://crm.example/best)). Leadfox follows.'
const LINK = '([crm.example](https://crm.example/best))'
/** In code points, which is one less than in UTF-16 units here. */
const START = TEXT.indexOf(LINK) - 1

const annotation = (more: object = {}) => ({
  type: 'url_citation',
  url: 'https://crm.example/best',
  title: 'Best CRM',
  start_index: START,
  end_index: START + LINK.length,
  ...more,
})

const response = (content: object[], more: object = {}) => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  error: null,
  incomplete_details: null,
  model: 'chat-latest-2026-08-01',
  output: [
    { type: 'reasoning', id: 'rs_1', summary: [] },
    {
      type: 'web_search_call',
      id: 'ws_1',
      status: 'completed',
      action: {
        type: 'search',
        query: 'best crm germany',
        queries: ['best crm germany', 'crm vergleich'],
        sources: [
          { type: 'url', url: 'https://crm.example/best' },
          { type: 'url', url: 'https://other.example/list' },
        ],
      },
    },
    { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content },
  ],
  usage: { input_tokens: 100, output_tokens: 20, total_tokens: 120 },
  ...more,
})

export const conformance: Conformance = {
  entry: { driver: 'openai' },
  environment: { OPENAI_API_KEY: 'sk-openai-secret' },
  request: {
    method: 'POST',
    path: '/v1/responses',
    headers: { authorization: 'Bearer sk-openai-secret' },
    body: {
      input: 'best CRM',
      tools: [{ type: 'web_search', user_location: { type: 'approximate', country: 'DE' } }],
    },
  },
  answers: [
    {
      name: 'an answer with a cited source and offsets in code points',
      body: response([{ type: 'output_text', text: TEXT, annotations: [annotation()] }]),
      expected: {
        status: 'ok',
        surface: 'api',
        locationApplied: 'native',
        model: { requested: 'chat-latest', reported: 'chat-latest-2026-08-01' },
        text: TEXT,
        citations: [
          {
            url: 'https://crm.example/best',
            title: 'Best CRM',
            kind: 'cited',
            spans: [{ start: START + 1, end: START + 1 + LINK.length }],
          },
          { url: 'https://other.example/list', title: null, kind: 'retrieved', spans: [] },
        ],
        searchQueries: ['best crm germany', 'crm vergleich'],
        searched: true,
        usage: { inputTokens: 100, outputTokens: 20, searches: 1 },
        costUsd: null,
        partial: false,
        unrecognized: [],
      },
    },
    {
      name: 'a span that is off by some characters is found by its link',
      body: response([
        {
          type: 'output_text',
          text: TEXT,
          annotations: [annotation({ start_index: START - 7, end_index: START + 3 })],
        },
      ]),
      expected: {
        citations: [
          citedAt(START + 1, START + 1 + LINK.length),
          { url: 'https://other.example/list', title: null, kind: 'retrieved', spans: [] },
        ],
      },
    },
    {
      name: 'a refusal',
      body: response([{ type: 'refusal', refusal: 'I cannot help with that.' }]),
      expected: { status: 'refused', text: 'I cannot help with that.', partial: false },
    },
    {
      name: 'a truncated answer',
      body: response([{ type: 'output_text', text: 'Pipewell is', annotations: [] }], {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
      }),
      expected: { status: 'ok', text: 'Pipewell is', partial: true },
    },
    {
      name: 'an answer without a search',
      body: {
        ...response([]),
        output: [{ type: 'message', content: [{ type: 'output_text', text: 'Pipewell.', annotations: [] }] }],
      },
      expected: { searched: false, searchQueries: [], citations: [] },
    },
    {
      name: 'a comment before a search and the final answer',
      body: {
        ...response([]),
        output: [
          {
            type: 'message',
            phase: 'commentary',
            content: [{ type: 'output_text', text: 'I compare.\n\nNow.' }],
          },
          { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'crm' } },
          { type: 'message', content: [{ type: 'output_text', text: 'One more search.', annotations: [] }] },
          {
            type: 'web_search_call',
            status: 'completed',
            action: { type: 'open_page', url: 'https://crm.example/best' },
          },
          {
            type: 'message',
            phase: 'final_answer',
            content: [
              { type: 'output_text', text: 'Pipewell ', annotations: [] },
              { type: 'output_text', text: 'leads.', annotations: [] },
            ],
          },
        ],
      },
      expected: {
        text: 'Pipewell leads.',
        searchQueries: ['crm'],
        citations: [{ url: 'https://crm.example/best', title: null, kind: 'retrieved', spans: [] }],
        usage: { inputTokens: 100, outputTokens: 20, searches: 1 },
      },
    },
    {
      name: 'several messages, including the request',
      body: {
        ...response([]),
        output: [
          { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'best CRM' }] },
          { type: 'message', role: 'assistant', content: 'Pipewell leads.' },
          {
            type: 'message',
            role: 'assistant',
            content: [{ type: 'output_text', text: TEXT, annotations: [annotation()] }],
          },
        ],
      },
      expected: {
        text: `Pipewell leads.\n\n${TEXT}`,
        citations: [citedAt(START + 18, START + 18 + LINK.length)],
        unrecognized: [],
      },
    },
    {
      name: 'failed and incomplete searches',
      body: {
        ...response([]),
        output: [
          { type: 'web_search_call', status: 'failed', action: { type: 'search', query: 'crm' } },
          { type: 'web_search_call', status: 'incomplete', action: { type: 'search', query: 'best crm' } },
          { type: 'message', content: [{ type: 'output_text', text: 'Pipewell.', annotations: [] }] },
        ],
      },
      expected: {
        searched: false,
        searchQueries: ['crm', 'best crm'],
        usage: { inputTokens: 100, outputTokens: 20, searches: 0 },
      },
    },
    {
      name: 'a response with `output_text` and an unknown output',
      body: {
        ...response([], { output_text: 'Pipewell.' }),
        output: [{ type: 'program' }, { type: 'program_output' }],
      },
      expected: { text: 'Pipewell.', unrecognized: ['output.program', 'output.program_output'] },
    },
    {
      name: 'a chat completion from a search model',
      body: {
        object: 'chat.completion',
        model: 'gpt-5-search-api',
        choices: [
          {
            finish_reason: 'stop',
            message: {
              role: 'assistant',
              content: TEXT,
              refusal: null,
              annotations: [{ type: 'url_citation', url_citation: { ...annotation(), type: undefined } }],
            },
          },
        ],
        usage: { prompt_tokens: 10, completion_tokens: 20 },
      },
      expected: {
        status: 'ok',
        surface: 'api',
        text: TEXT,
        citations: [citedAt(START + 1, START + 1 + LINK.length)],
        model: { requested: 'chat-latest', reported: 'gpt-5-search-api' },
      },
    },
    {
      name: 'a response inside an event',
      body: {
        type: 'response.completed',
        response: response([{ type: 'output_text', text: 'Pipewell.', annotations: null }]),
      },
      expected: { text: 'Pipewell.' },
    },
    {
      name: 'unknown items and annotations',
      body: response(
        [
          { type: 'output_text', text: 'Pipewell.', annotations: [{ type: 'file_citation', file_id: 'f' }] },
          { type: 'hologram' },
        ],
        {},
      ),
      expected: { text: 'Pipewell.', unrecognized: ['annotation.file_citation', 'content.hologram'] },
    },
    {
      name: 'marks for the vendor’s interface are removed, but names in them stay',
      body: response(
        [
          {
            type: 'output_text',
            text: 'Pipewell leads \ue200cite\ue202turn0search0\ue202turn0search1\ue201. \ue200entity\ue202["company","Leadfox","crm"]\ue201 follows, see \ue200url\ue202a list\ue202https://other.example/list\ue201【3†L5-L9】. citeturn1view0',
            annotations: [annotation({ start_index: 15, end_index: 40 })],
          },
        ],
        { tool_usage: { web_search: { num_requests: 3 } } },
      ),
      expected: {
        text: 'Pipewell leads. Leadfox follows, see [a list](https://other.example/list).',
        citations: [
          { url: 'https://other.example/list', title: null, kind: 'cited', spans: [{ start: 37, end: 73 }] },
          { url: 'https://crm.example/best', title: 'Best CRM', kind: 'cited', spans: [] },
        ],
        usage: { inputTokens: 100, outputTokens: 20, searches: 3 },
      },
    },
    {
      name: 'a span that covers only part of its link',
      body: response([
        {
          type: 'output_text',
          text: TEXT.replace('/best', '/best?utm_source=openai'),
          annotations: [
            annotation({
              url: 'https://crm.example/best?utm_source=openai',
              start_index: START - 2,
              end_index: START + LINK.length + 16,
            }),
          ],
        },
      ]),
      expected: {
        citations: [
          {
            url: 'https://crm.example/best?utm_source=openai',
            title: 'Best CRM',
            kind: 'cited',
            spans: [{ start: START + 1, end: START + 1 + LINK.length + '?utm_source=openai'.length }],
          },
          { url: 'https://crm.example/best', title: null, kind: 'retrieved', spans: [] },
          { url: 'https://other.example/list', title: null, kind: 'retrieved', spans: [] },
        ],
      },
    },
    {
      name: 'an answer with citations in a body that does not list its searches',
      body: {
        status: 'completed',
        output: [
          {
            type: 'message',
            content: [{ type: 'output_text', text: TEXT, annotations: [annotation({ type: 'citation' })] }],
          },
        ],
      },
      expected: {
        citations: [citedAt(START + 1, START + 1 + LINK.length)],
        searched: true,
        unrecognized: [],
      },
    },
    {
      name: 'text of an unknown kind without any other text',
      body: {
        status: 'completed',
        output: [
          {
            type: 'answer',
            role: 'assistant',
            content: [{ type: 'rich_text', text: 'Pipewell.', annotations: [] }],
          },
        ],
      },
      expected: { status: 'ok', text: 'Pipewell.', unrecognized: ['content.rich_text', 'output.answer'] },
    },
  ],
  failures: [
    {
      name: 'a retired model',
      reply: {
        status: 404,
        body: {
          error: {
            message: 'The model `gpt-4o` does not exist or you do not have access to it.',
            type: 'invalid_request_error',
            code: 'model_not_found',
          },
        },
      },
      expected: { kind: 'stop', fault: 'model' },
    },
    {
      name: 'a model that the project may not use',
      reply: {
        status: 403,
        body: {
          error: {
            message: 'Project `proj_1` does not have access to model `gpt-6-sol`',
            type: 'invalid_request_error',
            code: 'model_not_found',
          },
        },
      },
      expected: { kind: 'stop', fault: 'model' },
    },
    {
      name: 'a model that cannot search',
      reply: {
        status: 400,
        body: {
          error: {
            message: "Hosted tool 'web_search' is not supported with gpt-4.1-nano.",
            type: 'invalid_request_error',
            code: null,
          },
        },
      },
      expected: { kind: 'stop', fault: 'model' },
    },
    {
      name: 'a request above the tokens per minute, reported like a rate limit',
      reply: {
        status: 429,
        body: {
          error: {
            message:
              'Request too large for chat-latest in organization org-1 on tokens per min (TPM): Limit 10000, Requested 16402. The input or output tokens must be reduced in order to run successfully.',
            type: 'tokens',
            code: 'rate_limit_exceeded',
          },
        },
      },
      expected: { kind: 'stop', fault: 'size' },
    },
    {
      name: 'a prompt that is too long for the model',
      reply: {
        status: 400,
        body: {
          error: {
            message: 'Your input exceeds the context window of this model.',
            type: 'invalid_request_error',
            code: 'context_length_exceeded',
          },
        },
      },
      expected: { kind: 'stop', fault: 'size' },
    },
    {
      name: 'too many tokens, with a delay in milliseconds',
      reply: {
        status: 429,
        headers: { 'retry-after': '2', 'retry-after-ms': '1800' },
        body: {
          error: { message: 'Rate limit reached', type: 'tokens', param: null, code: 'rate_limit_exceeded' },
        },
      },
      expected: { kind: 'retry', retryAfter: 1800 },
    },
    {
      name: 'an exhausted quota',
      reply: {
        status: 429,
        body: { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } },
      },
      expected: { kind: 'stop' },
    },
    {
      name: 'an unsupported country',
      reply: {
        status: 400,
        body: {
          error: { message: "Invalid 'tools[0].user_location.country'", type: 'invalid_request_error' },
        },
      },
      expected: { kind: 'location_unsupported' },
    },
    {
      name: 'a failed response with status 200',
      reply: {
        body: { status: 'failed', error: { code: 'server_error', message: 'Try again' }, output: [] },
      },
      expected: { kind: 'retry' },
    },
    {
      name: 'an exhausted quota with status 200',
      reply: {
        body: { status: 'failed', error: { code: 'insufficient_quota', message: 'No quota' }, output: [] },
      },
      expected: { kind: 'stop' },
    },
    {
      name: 'a gateway error with status 200',
      reply: { body: { error: { code: 503, message: 'Upstream is away' } } },
      expected: { kind: 'retry' },
    },
    {
      name: 'a rejected prompt with status 200',
      reply: {
        body: { status: 'failed', error: { code: 'invalid_prompt', message: 'Not allowed' }, output: [] },
      },
      expected: { kind: 'invalid' },
    },
    {
      name: 'too many requests, with the delay in the message',
      reply: {
        status: 429,
        body: {
          error: { message: 'Rate limit reached. Please try again in 1m1.5s.', code: 'rate_limit_exceeded' },
        },
      },
      expected: { kind: 'retry', retryAfter: 61_500 },
    },
    {
      name: 'a spending limit with status 400',
      reply: {
        status: 400,
        body: { error: { message: 'Limit reached', code: 'billing_hard_limit_reached' } },
      },
      expected: { kind: 'stop' },
    },
  ],
  spanShows: (slice, { url }) => slice.includes(url),
  captured: [
    {
      file: 'openai/response.web_search.json',
      expected: {
        status: 'ok',
        begins: 'Short answer first — yes. I pulled several tech-news pages',
        length: 3042,
        cited: 7,
        retrieved: 11,
        spans: 10,
        searchQueries: ['tech news today December 5 2025'],
        searched: true,
        usage: { inputTokens: 19681, outputTokens: 3773, searches: 1 },
        model: 'gpt-5-mini-2025-08-07',
      },
    },
    {
      file: 'openai/chat_search_preview.json',
      expected: {
        status: 'ok',
        begins: 'May 14, 2025, 8:51:29 AM ',
        length: 25,
        cited: 0,
        retrieved: 0,
        spans: 0,
        searchQueries: [],
        searched: null,
        usage: { inputTokens: 11, outputTokens: 17, searches: null },
        model: 'gpt-4o-search-preview-2025-03-11',
      },
    },
    {
      file: 'azure_openai/responses_web_search_preview.json',
      expected: {
        status: 'ok',
        begins: 'Here are three major news stories from today',
        length: 1511,
        cited: 1,
        retrieved: 0,
        spans: 1,
        searchQueries: ['top news stories November 19, 2025', 'major news stories November 19, 2025'],
        searched: true,
        usage: { inputTokens: 10188, outputTokens: 405, searches: 2 },
        model: 'gpt-4.1-mini',
      },
    },
  ],
}

function citedAt(start: number, end: number) {
  return {
    url: 'https://crm.example/best',
    title: 'Best CRM',
    kind: 'cited' as const,
    spans: [{ start, end }],
  }
}
