import { expect } from 'vitest'
import type { AnswerCitation } from '../../../src/core/provider-port/driver.ts'
import type { Conformance } from '../conformance.ts'

const TEXT = '😀 Pipewell leads.[2][1] Leadfox follows [2]. Version `list[1]` is code, and [9] nothing.'
const BEST = 'https://crm.example/best'
const LIST = 'https://other.example/list'
const UNUSED = 'https://unused.example/'

const completion = (message: object, more: object = {}, finishReason = 'stop') => ({
  id: '0b8c',
  model: 'sonar',
  object: 'chat.completion',
  created: 1_790_000_000,
  choices: [{ index: 0, finish_reason: finishReason, message: { role: 'assistant', ...message } }],
  usage: {
    prompt_tokens: 12,
    completion_tokens: 80,
    total_tokens: 92,
    search_context_size: 'low',
    num_search_queries: 1,
    cost: {
      input_tokens_cost: 0.00001,
      output_tokens_cost: 0.00008,
      request_cost: 0.005,
      total_cost: 0.00509,
    },
  },
  ...more,
})

const RESULTS = [
  { title: 'Best CRM', url: BEST, date: '2026-10-01', snippet: 'Pipewell …', source: 'web' },
  { title: 'CRM list', url: LIST, date: null, last_updated: null, snippet: '' },
  { title: 'Unused', url: UNUSED },
]
const CITATIONS = RESULTS.map(({ url }) => url)

/** Returns a citation with the spans of its mark in the text. */
function cited(url: string, title: string | null, mark: string, text = TEXT): AnswerCitation {
  const spans = [...text.matchAll(new RegExp(`(?<!list)\\[${mark}\\]`, 'g'))].map(({ index }) => ({
    start: index,
    end: index + mark.length + 2,
  }))
  return { url, title, kind: 'cited', spans }
}
const unused: AnswerCitation = { url: UNUSED, title: 'Unused', kind: 'retrieved', spans: [] }

const agentText = 'Pipewell leads [web:7]. Leadfox [web:8, web:7] follows.'

/** Returns a response of the Agent API with search results. */
const response = (text: string, results: readonly object[]) => ({
  object: 'response',
  status: 'completed',
  model: 'perplexity/sonar',
  output: [
    { type: 'search_results', queries: ['crm'], results },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] },
  ],
  usage: { input_tokens: 5, output_tokens: 6 },
})

const agent: Conformance = {
  entry: { driver: 'perplexity' },
  environment: { PERPLEXITY_API_KEY: 'pplx-perplexity-secret' },
  request: {
    method: 'POST',
    path: '/v1/responses',
    headers: { authorization: 'Bearer pplx-perplexity-secret' },
    body: {
      model: 'perplexity/sonar',
      preset: 'fast',
      input: 'best CRM',
      stream: false,
      store: false,
      tools: [{ type: 'web_search', search_context_size: 'low', user_location: { country: 'DE' } }],
    },
  },
  answers: [
    {
      name: 'an answer whose marks contain the ids of its sources',
      body: {
        object: 'response',
        status: 'completed',
        model: 'perplexity/sonar',
        output: [
          {
            type: 'search_results',
            queries: ['best crm'],
            results: [
              { id: 7, url: BEST, title: 'Best CRM', snippet: '' },
              { id: 8, url: LIST, title: 'CRM list' },
              { id: 9, url: UNUSED, title: 'Unused' },
            ],
          },
          {
            type: 'message',
            role: 'assistant',
            content: [{ type: 'output_text', text: agentText, annotations: [] }],
          },
        ],
        usage: {
          input_tokens: 9,
          output_tokens: 8,
          tool_calls_details: { search_web: { invocation: 1 } },
          cost: { currency: 'USD', total_cost: 0.01 },
        },
      },
      expected: {
        text: agentText,
        status: 'ok',
        surface: 'api',
        locationApplied: 'native',
        model: { requested: 'perplexity/sonar', reported: 'perplexity/sonar' },
        citations: [
          {
            url: BEST,
            title: 'Best CRM',
            kind: 'cited',
            spans: [spanOf('[web:7]'), spanOf('[web:8, web:7]')],
          },
          { url: LIST, title: 'CRM list', kind: 'cited', spans: [spanOf('[web:8, web:7]')] },
          unused,
        ],
        searchQueries: ['best crm'],
        searched: true,
        usage: { inputTokens: 9, outputTokens: 8, searches: 1 },
        costUsd: 0.01,
        partial: false,
        unrecognized: [],
      },
    },
    {
      name: 'marks with the position of their source',
      body: response('Pipewell leads [2].', [{ url: BEST }, { url: LIST, title: 'CRM list' }]),
      expected: {
        citations: [
          { url: LIST, title: 'CRM list', kind: 'cited', spans: [{ start: 15, end: 18 }] },
          { url: BEST, title: null, kind: 'retrieved', spans: [] },
        ],
        usage: { inputTokens: 5, outputTokens: 6, searches: null },
        costUsd: null,
      },
    },
    {
      name: 'an answer with an annotation at its mark, and uncounted searches',
      body: {
        object: 'response',
        status: 'completed',
        output: [
          { type: 'search_results', queries: ['crm'], results: [{ id: 1, url: LIST, title: 'CRM list' }] },
          {
            type: 'message',
            role: 'assistant',
            content: [
              {
                type: 'output_text',
                text: 'Pipewell leads.[4]',
                annotations: [
                  { type: 'citation', url: BEST, title: 'Best CRM', start_index: 15, end_index: 18 },
                ],
              },
            ],
          },
        ],
        usage: { input_tokens: 5, output_tokens: 6 },
      },
      expected: {
        citations: [
          cited(BEST, 'Best CRM', '4', 'Pipewell leads.[4]'),
          { url: LIST, title: 'CRM list', kind: 'retrieved', spans: [] },
        ],
        usage: { inputTokens: 5, outputTokens: 6, searches: null },
        unrecognized: [],
      },
    },
    {
      name: 'a truncated answer',
      body: { ...response('Pipewell is', []), status: 'incomplete' },
      expected: { status: 'ok', text: 'Pipewell is', partial: true },
    },
  ],
  failures: [
    {
      name: 'a model name of the retired API',
      reply: {
        status: 400,
        body: { error: { message: "Invalid model 'sonar'.", type: 'invalid_model', code: 400 } },
      },
      expected: { kind: 'stop', fault: 'model' },
    },
    {
      name: 'an unsupported country',
      reply: {
        status: 400,
        body: {
          error: { message: 'Invalid country code in user_location', type: 'invalid_request', code: 400 },
        },
      },
      expected: { kind: 'location_unsupported' },
    },
    {
      name: 'a failed response',
      reply: {
        body: {
          object: 'response',
          status: 'failed',
          output: [],
          error: { message: 'internal error', type: 'internal_error' },
        },
      },
      expected: { kind: 'retry' },
    },
    {
      name: 'a key that may not use this API',
      reply: {
        status: 403,
        body: {
          error: { message: 'Organization API keys are not accepted on this endpoint.', code: 403 },
        },
      },
      expected: { kind: 'stop', message: expect.stringContaining('Organization API keys') },
    },
  ],
  spanShows: (slice) => /^\[[\d, :web]+\]$/.test(slice) || slice.startsWith('http'),
  captured: [],
}

/** The retired Sonar API. */
const sonar: Conformance = {
  entry: { driver: 'perplexity', options: { api: 'sonar' } },
  environment: { PERPLEXITY_API_KEY: 'pplx-perplexity-secret' },
  request: {
    method: 'POST',
    path: '/chat/completions',
    headers: { authorization: 'Bearer pplx-perplexity-secret' },
    body: {
      model: 'sonar',
      messages: [{ role: 'user', content: 'best CRM' }],
      stream: false,
      web_search_options: { search_context_size: 'low', user_location: { country: 'DE' } },
    },
  },
  answers: [
    {
      name: 'an answer with marks that refer to its sources',
      body: completion(
        { content: TEXT },
        { citations: CITATIONS, search_results: RESULTS, images: [], related_questions: ['Which is free?'] },
      ),
      expected: {
        status: 'ok',
        surface: 'api',
        locationApplied: 'native',
        model: { requested: 'sonar', reported: 'sonar' },
        text: TEXT,
        citations: [cited(LIST, 'CRM list', '2'), cited(BEST, 'Best CRM', '1'), unused],
        searchQueries: [],
        searched: true,
        usage: { inputTokens: 12, outputTokens: 80, searches: 1 },
        costUsd: 0.00509,
        partial: false,
        unrecognized: [],
      },
    },
    {
      name: 'an answer in parts, with only search results',
      body: completion(
        {
          content: [
            { type: 'text', text: 'Pipewell leads.' },
            { type: 'text', text: '[2]' },
          ],
        },
        { search_results: RESULTS },
      ),
      expected: {
        text: 'Pipewell leads.[2]',
        citations: [
          cited(LIST, 'CRM list', '2', 'Pipewell leads.[2]'),
          { url: BEST, title: 'Best CRM', kind: 'retrieved', spans: [] },
          unused,
        ],
      },
    },
    {
      name: 'sources as URLs only, as in older bodies',
      body: completion({ content: 'Leadfox.[1]' }, { citations: CITATIONS.slice(0, 1), usage: null }),
      expected: {
        citations: [cited(BEST, null, '1', 'Leadfox.[1]')],
        usage: null,
        costUsd: null,
        searched: true,
      },
    },
    {
      name: 'the answer of a reasoning model, without its reasoning',
      body: completion(
        { content: '<think>\nThey want a CRM [2].\n</think>\n\nPipewell.[1]' },
        {
          citations: CITATIONS,
          usage: {
            prompt_tokens: 12,
            completion_tokens: 80,
            citation_tokens: 900,
            reasoning_tokens: 500,
            num_search_queries: 4,
            cost: { total_cost: 0.1 },
          },
        },
      ),
      expected: {
        text: 'Pipewell.[1]',
        citations: [
          cited(BEST, null, '1', 'Pipewell.[1]'),
          { url: LIST, title: null, kind: 'retrieved', spans: [] },
          { ...unused, title: null },
        ],
        usage: { inputTokens: 12, outputTokens: 580, searches: 4 },
        costUsd: 0.1,
      },
    },
    {
      name: 'an answer without a search',
      body: completion({ content: 'Pipewell.' }, { citations: [], usage: { prompt_tokens: 1 } }),
      expected: {
        searched: false,
        citations: [],
        usage: { inputTokens: 1, outputTokens: null, searches: null },
      },
    },
    {
      name: 'a truncated answer',
      body: completion({ content: 'Pipewell is' }, { citations: CITATIONS }, 'length'),
      expected: { status: 'ok', text: 'Pipewell is', partial: true },
    },
    {
      name: 'a refusal',
      body: completion({ content: null, refusal: 'I cannot help with that.' }),
      expected: { status: 'refused', text: 'I cannot help with that.', citations: [] },
    },
    {
      name: 'an answer inside a response of the asynchronous API',
      body: {
        id: 'a',
        status: 'COMPLETED',
        response: completion({ content: TEXT }, { citations: CITATIONS }),
      },
      expected: { text: TEXT, searched: true },
    },
    {
      name: 'the searches of an answer in several steps',
      body: completion(
        {
          content: 'Pipewell leads.[1]',
          reasoning_steps: [
            { type: 'web_search', web_search: { search_keywords: ['crm'], search_results: [RESULTS[2]] } },
          ],
        },
        { search_results: RESULTS.slice(0, 1) },
      ),
      expected: {
        searchQueries: ['crm'],
        citations: [cited(BEST, 'Best CRM', '1', 'Pipewell leads.[1]'), unused],
      },
    },
  ],
  failures: [
    {
      name: 'an exhausted quota',
      reply: {
        status: 401,
        body: {
          error: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 401 },
        },
      },
      expected: { kind: 'stop' },
    },
    {
      name: 'an unsupported country',
      reply: {
        status: 400,
        body: {
          error: { message: 'Invalid country code in user_location', type: 'invalid_request', code: 400 },
        },
      },
      expected: { kind: 'location_unsupported' },
    },
    {
      name: 'a malformed country',
      reply: {
        status: 422,
        body: {
          detail: [{ loc: ['body', 'web_search_options', 'user_location', 'country'], msg: 'too long' }],
        },
      },
      expected: { kind: 'location_unsupported' },
    },
    {
      name: 'an error with status 200',
      reply: { body: { error: { message: 'Too many requests', code: 429 }, choices: [] } },
      expected: { kind: 'retry' },
    },
    {
      name: 'a retired API',
      reply: {
        status: 403,
        body: {
          error: {
            message: 'Sonar is now the Agent API. Use /v1/responses instead of /chat/completions.',
            type: 'chat_completions_not_available',
            code: 403,
          },
        },
      },
      expected: {
        kind: 'stop',
        fault: 'api',
        message: expect.stringMatching(
          /this version of the API was retired, the key is valid; remove "api": "sonar"/,
        ),
      },
    },
  ],
  spanShows: (slice) => /^\[[\d, :web]+\]$/.test(slice) || slice.startsWith('http'),
  captured: [
    {
      file: 'perplexity/response.citations.json',
      expected: {
        status: 'ok',
        begins: "The most recent estimates for San Francisco's city population",
        length: 952,
        cited: 6,
        retrieved: 1,
        spans: 13,
        searchQueries: [],
        searched: true,
        usage: { inputTokens: 10, outputTokens: 251, searches: null },
        model: 'sonar',
      },
    },
    {
      file: 'perplexity/response.text.json',
      expected: {
        status: 'ok',
        begins: '**EcoVista Day** is a new annual holiday celebrated',
        length: 1970,
        cited: 5,
        retrieved: 1,
        spans: 12,
        searchQueries: [],
        searched: true,
        usage: { inputTokens: 11, outputTokens: 392, searches: null },
        model: 'sonar',
      },
    },
  ],
}

function spanOf(mark: string) {
  const start = agentText.indexOf(mark)
  return { start, end: start + mark.length }
}

export const conformances: readonly Conformance[] = [agent, sonar]
