import type { Conformance } from '../conformance.ts'

const BEST = 'https://crm.example/best'
const LIST = 'https://other.example/list'
const LINK = `([crm.example](${BEST}))`
const LINKED = `😀 Pipewell leads ${LINK}. Leadfox follows.`
/** In code points, which is one less than in UTF-16 units here. */
const START = LINKED.indexOf(LINK) - 1
const MARKED = 'Pipewell leads [1]. Leadfox [2] follows.'

const completion = (message: object, more: object = {}, finishReason = 'stop') => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'vendor/model:free',
  choices: [{ index: 0, finish_reason: finishReason, message: { role: 'assistant', ...message } }],
  usage: { prompt_tokens: 30, completion_tokens: 7, total_tokens: 37 },
  ...more,
})

const annotation = (url: string, start: number, end: number) => ({
  type: 'url_citation',
  url_citation: { url, title: 'Best CRM', start_index: start, end_index: end, content: 'Pipewell …' },
})

const citedAt = (text: string, part: string, url = BEST, title: string | null = 'Best CRM') => ({
  url,
  title,
  kind: 'cited' as const,
  spans: [{ start: text.indexOf(part), end: text.indexOf(part) + part.length }],
})
const retrieved = (url: string, title: string | null = null) => ({
  url,
  title,
  kind: 'retrieved' as const,
  spans: [],
})

export const conformance: Conformance = {
  entry: { driver: 'openai-compatible', model: 'vendor/model', apiKeyEnv: 'GATEWAY_KEY' },
  environment: { GATEWAY_KEY: 'sk-gateway-secret' },
  request: {
    method: 'POST',
    path: '/chat/completions',
    headers: { authorization: 'Bearer sk-gateway-secret' },
    body: {
      model: 'vendor/model',
      messages: [{ role: 'user', content: 'best CRM\n\nI am in Germany.' }],
      stream: false,
    },
  },
  answers: [
    {
      name: 'an answer from a server that does not search',
      body: completion({ content: 'Pipewell.' }),
      expected: {
        status: 'ok',
        surface: 'api',
        locationApplied: 'prompt_hint',
        model: { requested: 'vendor/model', reported: 'vendor/model:free' },
        text: 'Pipewell.',
        citations: [],
        searchQueries: [],
        searched: false,
        usage: { inputTokens: 30, outputTokens: 7, searches: null },
        costUsd: null,
        partial: false,
        unrecognized: [],
      },
    },
    {
      name: 'an answer of DeepSeek with its thoughts in a separate field',
      body: {
        ...completion({ content: 'Pipewell.', reasoning_content: 'The user wants a CRM.' }),
        model: 'deepseek-flash',
        system_fingerprint: 'fp_1',
        usage: {
          prompt_tokens: 30,
          completion_tokens: 7,
          total_tokens: 37,
          prompt_cache_hit_tokens: 0,
          prompt_cache_miss_tokens: 30,
          completion_tokens_details: { reasoning_tokens: 5 },
        },
      },
      expected: {
        text: 'Pipewell.',
        model: { requested: 'vendor/model', reported: 'deepseek-flash' },
        usage: { inputTokens: 30, outputTokens: 7, searches: null },
        unrecognized: [],
      },
    },
    {
      name: 'an answer of Mistral in parts, with its thoughts as one of them',
      body: completion({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'The user wants a CRM.' }] },
          { type: 'text', text: 'Pipewell leads.' },
        ],
        tool_calls: null,
      }),
      expected: { text: 'Pipewell leads.', unrecognized: [] },
    },
    {
      name: 'annotations of links with offsets in code points',
      body: completion({ content: LINKED, annotations: [annotation(BEST, START, START + LINK.length)] }),
      expected: { citations: [citedAt(LINKED, LINK)], searched: true },
    },
    {
      name: 'a flat annotation that is off by some characters is found by its link',
      body: completion({
        content: LINKED,
        annotations: [
          { type: 'url_citation', url: BEST, title: null, start_index: START - 4, end_index: START },
        ],
      }),
      expected: { citations: [citedAt(LINKED, LINK, BEST, 'crm.example')] },
    },
    {
      name: 'annotations for search results that marks refer to by position, with searches and cost',
      body: completion(
        {
          content: MARKED.replace(' [2]', ''),
          annotations: [annotation(BEST, 0, 0), annotation(LIST, 0, 0)],
        },
        {
          usage: {
            prompt_tokens: 30,
            completion_tokens: 7,
            cost: 0.0075,
            server_tool_use_details: { web_search_requests: 1 },
          },
        },
      ),
      expected: {
        citations: [citedAt(MARKED, '[1]'), retrieved(LIST, 'Best CRM')],
        searched: true,
        usage: { inputTokens: 30, outputTokens: 7, searches: 1 },
        costUsd: 0.0075,
      },
    },
    {
      name: 'sources as a list of URLs next to the choices',
      body: completion({ content: MARKED }, { citations: [BEST, LIST] }),
      expected: { citations: [citedAt(MARKED, '[1]', BEST, null), citedAt(MARKED, '[2]', LIST, null)] },
    },
    {
      name: 'searches executed by the server',
      body: completion({
        content: `See ${BEST}.`,
        reasoning: 'They want a CRM.',
        executed_tools: [
          {
            index: 0,
            type: 'search',
            arguments: '{"query": "best crm germany"}',
            output: 'Title: …',
            search_results: {
              results: [
                { title: 'Best CRM', url: BEST, score: 0.9 },
                { title: 'List', url: LIST },
              ],
            },
          },
        ],
      }),
      expected: {
        citations: [citedAt(`See ${BEST}.`, BEST), retrieved(LIST, 'List')],
        searchQueries: ['best crm germany'],
        searched: true,
        usage: { inputTokens: 30, outputTokens: 7, searches: 1 },
      },
    },
    {
      name: 'an answer after reasoning with a missing opening tag',
      body: completion({ content: 'They want a CRM.\n</think>\n\nPipewell.' }),
      expected: { text: 'Pipewell.' },
    },
    {
      name: 'an answer inside a batch',
      body: {
        response: { status_code: 200, body: completion({ content: MARKED }, { citations: [null, LIST] }) },
      },
      expected: { text: MARKED, citations: [citedAt(MARKED, '[2]', LIST, null)] },
    },
    {
      name: 'a refusal',
      body: completion({ content: null, refusal: 'I cannot help with that.' }),
      expected: { status: 'refused', text: 'I cannot help with that.', partial: false },
    },
    {
      name: 'an answer suppressed by a content filter',
      body: completion({ content: '' }, {}, 'content_filter'),
      expected: { status: 'refused', text: '', partial: false },
    },
    {
      name: 'a truncated answer',
      body: completion({ content: 'Pipewell is' }, {}, 'length'),
      expected: { status: 'ok', text: 'Pipewell is', partial: true },
    },
    {
      name: 'unknown parts and annotations',
      body: completion({
        content: [{ type: 'text', text: 'Pipewell.' }, { type: 'hologram' }],
        annotations: [{ type: 'file_citation', file_id: 'f' }],
      }),
      expected: { text: 'Pipewell.', unrecognized: ['content.hologram', 'annotation.file_citation'] },
    },
    {
      name: 'search results from Qwen next to the choices',
      body: completion(
        { content: MARKED },
        { search_info: { search_results: [{ index: 1, title: 'Best CRM', url: BEST }] } },
      ),
      expected: { citations: [citedAt(MARKED, '[1]')], searched: true },
    },
    {
      name: 'sources from Azure within the message, and token counts named as in newer APIs',
      body: completion(
        {
          content: 'Pipewell [doc1].',
          context: { citations: [{ title: 'Best CRM', url: BEST, content: '' }] },
        },
        { usage: { input_tokens: 4, output_tokens: 5 } },
      ),
      expected: {
        citations: [retrieved(BEST, 'Best CRM')],
        usage: { inputTokens: 4, outputTokens: 5, searches: null },
      },
    },
    {
      name: 'an answer from a server that does not separate its channels',
      body: completion({
        content:
          '<|channel|>analysis<|message|>Which one?<|end|><|start|>assistant<|channel|>final<|message|>Pipewell.<|return|>',
      }),
      expected: { text: 'Pipewell.' },
    },
  ],
  failures: [
    {
      name: 'a model that is not installed',
      reply: {
        status: 404,
        body: { error: { message: 'model "llama3.2" not found, try pulling it first' } },
      },
      expected: { kind: 'stop', fault: 'model' },
    },
    {
      name: 'a model that a gateway does not offer',
      reply: { status: 400, body: { error: { message: 'acme/none is not a valid model ID', code: 400 } } },
      expected: { kind: 'stop', fault: 'model' },
    },
    {
      name: 'an exhausted quota',
      reply: { status: 429, body: { error: { message: 'no money', code: 'insufficient_quota' } } },
      expected: { kind: 'stop' },
    },
    {
      name: 'an error of the server behind a gateway, with status 200',
      reply: { body: { error: { message: 'upstream busy', code: 429 } } },
      expected: { kind: 'retry' },
    },
    {
      name: 'an exhausted quota with status 200',
      reply: { body: { error: { message: 'no money', code: 'insufficient_quota' } } },
      expected: { kind: 'stop' },
    },
    {
      name: 'an error instead of the first choice',
      reply: {
        body: {
          choices: [
            { finish_reason: 'error', message: { content: '' }, error: { code: 502, message: 'lost' } },
          ],
        },
      },
      expected: { kind: 'retry' },
    },
  ],
  spanShows: (slice, { url }) => slice.includes(url) || /^\[\d\]$/.test(slice),
  captured: [
    {
      file: 'openrouter/chat_web_annotations.json',
      expected: {
        status: 'ok',
        begins: 'https://github.com/pydantic/pydantic-ai',
        length: 39,
        cited: 1,
        retrieved: 4,
        spans: 1,
        searchQueries: [],
        searched: true,
        usage: { inputTokens: 2315, outputTokens: 40, searches: 1 },
        costUsd: 0.007637029,
        model: 'deepseek/deepseek-chat',
      },
    },
    {
      file: 'groq/compound_web_search.json',
      expected: {
        status: 'ok',
        begins: 'The weather in San Francisco today, September 17, 2025, is partly cloudy',
        length: 884,
        cited: 0,
        retrieved: 17,
        spans: 0,
        searchQueries: ['What is the weather in San Francisco today?'],
        searched: true,
        usage: { inputTokens: 5296, outputTokens: 387, searches: 1 },
        model: 'groq/compound',
      },
    },
    {
      file: 'openai/chat_search_preview.json',
      expected: {
        status: 'ok',
        begins: 'May 14, 2025, 8:51:29 AM',
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
  ],
}
