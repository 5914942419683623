import type { AnswerCitation } from '../../../src/core/provider-port/driver.ts'
import type { Conformance, WireReply } from '../conformance.ts'

const FIRST = 'Für Teams führt 😀 Pipewell.'
const SECOND = 'Leadfox folgt.'
const TEXT = `${FIRST} ${SECOND}`
const PIPEWELL = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC1=='
const LEADFOX = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC2=='
const MAP = 'https://maps.google.com/?cid=7'

const bytes = (text: string) => Buffer.byteLength(text)
const chunk = (uri: string, title: string) => ({ web: { uri, title } })
const support = (segment: object, ...groundingChunkIndices: number[]) => ({ segment, groundingChunkIndices })
const CHUNKS = [
  chunk(PIPEWELL, 'crm.example'),
  chunk(LEADFOX, 'Leadfox – CRM'),
  { maps: { uri: MAP, title: 'Shop' } },
]
/** Byte offsets of the two sentences. The first start is zero and therefore omitted. */
const SUPPORTS = [
  support({ endIndex: bytes(FIRST), text: FIRST }, 0, 1),
  support({ startIndex: bytes(FIRST) + 1, endIndex: bytes(TEXT), text: SECOND }, 1),
]
const grounding = (more: object = {}) => ({
  webSearchQueries: ['bestes crm', 'crm teams'],
  searchEntryPoint: { renderedContent: '<style></style>' },
  groundingChunks: CHUNKS,
  groundingSupports: SUPPORTS,
  ...more,
})

const generated = (parts: object[], groundingMetadata: object | null = grounding(), more: object = {}) => ({
  candidates: [
    {
      index: 0,
      finishReason: 'STOP',
      content: { role: 'model', parts },
      ...(groundingMetadata && { groundingMetadata }),
      ...more,
    },
  ],
  modelVersion: 'gemini-3.8-flash-002',
  responseId: 'r1',
  usageMetadata: {
    promptTokenCount: 10,
    toolUsePromptTokenCount: 5,
    candidatesTokenCount: 20,
    thoughtsTokenCount: 30,
    totalTokenCount: 65,
  },
})

const span = (part: string, text = TEXT) => ({
  start: text.indexOf(part),
  end: text.indexOf(part) + part.length,
})
const cited = (
  url: string,
  title: string,
  spans: AnswerCitation['spans'],
  domain?: string,
): AnswerCitation => ({ url, title, kind: 'cited', spans, ...(domain !== undefined && { domain }) })
const both = [
  cited(PIPEWELL, 'crm.example', [span(FIRST)], 'crm.example'),
  cited(LEADFOX, 'Leadfox – CRM', [span(FIRST), span(SECOND)]),
]
const map: AnswerCitation = { url: MAP, title: 'Shop', kind: 'retrieved', spans: [] }

const failed = (code: number, status: string, message: string, details: object[] = []): WireReply => ({
  status: code,
  body: { error: { code, message, status, details } },
})
const quota = (quotaId: string) => ({
  '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
  violations: [{ quotaMetric: 'generate_content_requests', quotaId, quotaValue: '250' }],
})
const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.5s' }

export const conformance: Conformance = {
  entry: { driver: 'gemini' },
  environment: { GEMINI_API_KEY: 'AIza-gemini-secret' },
  request: {
    method: 'POST',
    path: '/v1beta/models/gemini-3.8-flash:generateContent',
    headers: { 'x-goog-api-key': 'AIza-gemini-secret' },
    body: {
      contents: [{ role: 'user', parts: [{ text: 'best CRM' }] }],
      tools: [{ googleSearch: {} }],
      toolConfig: {
        retrievalConfig: { languageCode: 'de', latLng: { latitude: 51.165691, longitude: 10.451526 } },
      },
      generationConfig: { maxOutputTokens: 16_384 + 16_384 },
    },
  },
  answers: [
    {
      name: 'an answer with sources and byte offsets',
      body: generated([{ text: TEXT }]),
      expected: {
        status: 'ok',
        surface: 'api',
        locationApplied: 'latlng',
        model: { requested: 'gemini-3.8-flash', reported: 'gemini-3.8-flash-002' },
        text: TEXT,
        citations: [...both, map],
        searchQueries: ['bestes crm', 'crm teams'],
        searched: true,
        usage: { inputTokens: 15, outputTokens: 50, searches: 2 },
        costUsd: null,
        partial: false,
        unrecognized: [],
      },
    },
    {
      name: 'parts including a thought, with offsets within each part',
      body: generated(
        [
          { text: 'They want a CRM.', thought: true },
          { text: `${FIRST} ` },
          { executableCode: {} },
          { text: SECOND },
        ],
        grounding({
          groundingSupports: [
            support({ partIndex: 1, endIndex: bytes(FIRST), text: FIRST }, 0, 1),
            support({ partIndex: 3, endIndex: bytes(SECOND), text: SECOND }, 1),
          ],
        }),
      ),
      expected: { text: TEXT, citations: [...both, map], unrecognized: [] },
    },
    {
      name: 'a segment with wrong offsets is found by its text, unless the text occurs twice',
      body: generated(
        [{ text: `${TEXT} Gut. Gut.` }],
        grounding({
          groundingSupports: [
            support({ startIndex: 3, endIndex: 9, text: FIRST }, 0),
            support({ startIndex: 1, endIndex: 5, text: 'Gut.' }, 1),
            support({ startIndex: 1, endIndex: 5, text: 'Not there.' }, 9),
          ],
        }),
      ),
      expected: {
        citations: [both[0] ?? map, cited(LEADFOX, 'Leadfox – CRM', []), map],
      },
    },
    {
      name: 'field names with underscores, and segments without a text',
      body: {
        candidates: [
          {
            finish_reason: 'STOP',
            content: { parts: [{ text: TEXT }] },
            grounding_metadata: {
              web_search_queries: ['crm'],
              grounding_chunks: CHUNKS,
              grounding_supports: [
                { segment: { end_index: bytes(FIRST) }, grounding_chunk_indices: [0] },
                { segment: { start_index: 4, end_index: bytes(FIRST) - 2 }, grounding_chunk_indices: [1] },
              ],
            },
          },
        ],
        usage_metadata: { prompt_token_count: 1, candidates_token_count: 2 },
      },
      expected: {
        citations: [both[0] ?? map, cited(LEADFOX, 'Leadfox – CRM', []), map],
        usage: { inputTokens: 1, outputTokens: 2, searches: 1 },
      },
    },
    {
      name: 'an answer without a search',
      body: generated([{ text: TEXT }], null),
      expected: {
        searched: false,
        searchQueries: [],
        citations: [],
        usage: { inputTokens: 15, outputTokens: 50, searches: 0 },
      },
    },
    {
      name: 'a blocked question',
      body: {
        promptFeedback: { blockReason: 'SAFETY' },
        usageMetadata: { promptTokenCount: 4 },
        modelVersion: 'm',
      },
      expected: {
        status: 'refused',
        text: '',
        partial: false,
        usage: { inputTokens: 4, outputTokens: null, searches: 0 },
      },
    },
    {
      name: 'a withheld answer',
      body: { candidates: [{ finishReason: 'RECITATION', index: 0 }] },
      expected: { status: 'refused', text: '', citations: [] },
    },
    {
      name: 'a truncated answer',
      body: generated([{ text: 'Pipewell ist' }], null, { finishReason: 'MAX_TOKENS' }),
      expected: { status: 'ok', text: 'Pipewell ist', partial: true },
    },
    {
      name: 'unknown parts and sources',
      body: generated(
        [{ text: 'Pipewell.' }, { hologram: {} }],
        grounding({ groundingChunks: [{ podcast: { uri: 'https://pod.example' } }], groundingSupports: [] }),
      ),
      expected: {
        text: 'Pipewell.',
        unrecognized: ['part.hologram', 'groundingChunk.podcast'],
        citations: [],
      },
    },
    {
      name: 'a streamed answer as a list of chunks, each with sources',
      body: [
        { candidates: [{ content: { parts: [{ text: `${FIRST} ` }] } }] },
        generated(
          [{ text: SECOND }],
          grounding({
            groundingChunks: [chunk(LEADFOX, 'Leadfox – CRM')],
            groundingSupports: [support({ startIndex: 4, endIndex: 9, text: SECOND }, 0)],
          }),
        ),
      ],
      expected: {
        text: TEXT,
        citations: [cited(LEADFOX, 'Leadfox – CRM', [span(SECOND)])],
        usage: { inputTokens: 15, outputTokens: 50, searches: 2 },
      },
    },
    {
      name: 'an answer in OpenAI’s format',
      body: { model: 'gemini-3.8-flash', choices: [{ finish_reason: 'stop', message: { content: FIRST } }] },
      expected: { text: FIRST, model: { requested: 'gemini-3.8-flash', reported: 'gemini-3.8-flash' } },
    },
    {
      name: 'an interaction',
      body: {
        object: 'interaction',
        status: 'completed',
        model: 'gemini-3.8-flash',
        steps: [
          { type: 'thought', signature: 'x' },
          { type: 'google_search_call', arguments: { queries: ['bestes crm'] } },
          { type: 'google_search_result', result: [{ search_suggestions: '<div></div>' }] },
          {
            type: 'model_output',
            content: [
              {
                type: 'text',
                text: TEXT,
                annotations: [
                  {
                    type: 'url_citation',
                    url: PIPEWELL,
                    title: 'crm.example',
                    start_index: 0,
                    end_index: bytes(FIRST),
                  },
                  {
                    type: 'url_citation',
                    url: LEADFOX,
                    title: 'Leadfox – CRM',
                    start_index: 2,
                    end_index: 9,
                  },
                ],
              },
            ],
          },
          { type: 'hologram' },
        ],
        usage: {
          total_input_tokens: 3,
          total_tool_use_tokens: 4,
          total_output_tokens: 5,
          total_thought_tokens: 6,
        },
      },
      expected: {
        text: TEXT,
        model: { requested: 'gemini-3.8-flash', reported: 'gemini-3.8-flash' },
        citations: [both[0] ?? map, cited(LEADFOX, 'Leadfox – CRM', [])],
        searchQueries: ['bestes crm'],
        searched: true,
        usage: { inputTokens: 7, outputTokens: 11, searches: 1 },
        unrecognized: ['step.hologram'],
      },
    },
    {
      name: 'unanswered tool calls and marks for the vendor’s interface are removed',
      body: generated(
        [
          {
            text: `\`\`\`tool_code\nprint(google_search.search(queries=["crm"]))\n\`\`\`\n[cite_start]${FIRST} [cite: 1, 2] ${SECOND}`,
          },
        ],
        grounding({ groundingSupports: [support({ startIndex: 80, endIndex: 99, text: SECOND }, 1)] }),
      ),
      expected: {
        text: TEXT,
        citations: [
          cited(LEADFOX, 'Leadfox – CRM', [span(SECOND)]),
          { url: PIPEWELL, title: 'crm.example', kind: 'retrieved', spans: [], domain: 'crm.example' },
          map,
        ],
      },
    },
    {
      name: 'a search that is only visible through its suggestions',
      body: generated([{ text: TEXT }], { searchEntryPoint: { renderedContent: '<div>crm</div>' } }),
      expected: { searched: true, searchQueries: [], citations: [] },
    },
    {
      name: 'opened pages, including a failed one',
      body: generated([{ text: TEXT }], null, {
        urlContextMetadata: {
          urlMetadata: [
            { retrievedUrl: 'https://crm.example/', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_SUCCESS' },
            { retrievedUrl: 'https://other.example/', urlRetrievalStatus: 'URL_RETRIEVAL_STATUS_ERROR' },
          ],
        },
      }),
      expected: { citations: [{ url: 'https://crm.example/', title: null, kind: 'retrieved', spans: [] }] },
    },
  ],
  failures: [
    {
      name: 'a retired model',
      reply: failed(
        404,
        'NOT_FOUND',
        'models/gemini-2.5-flash is not found for API version v1beta, or is not supported for generateContent.',
      ),
      expected: { kind: 'stop', fault: 'model' },
    },
    {
      name: 'a model that new accounts cannot use',
      reply: failed(
        404,
        'NOT_FOUND',
        'This model models/gemini-2.5-pro is no longer available to new users.',
      ),
      expected: { kind: 'stop', fault: 'model' },
    },
    {
      name: 'a limit per minute with the delay in the body',
      reply: failed(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota', [
        quota('GenerateRequestsPerMinutePerProjectPerModel'),
        retryInfo,
      ]),
      expected: { kind: 'retry', retryAfter: 34_500 },
    },
    {
      name: 'a limit per day, which a short delay does not solve',
      reply: failed(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota', [
        quota('GenerateRequestsPerDayPerProjectPerModel'),
        retryInfo,
      ]),
      expected: { kind: 'stop' },
    },
    {
      name: 'a refused key',
      reply: failed(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
        { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
      ]),
      expected: { kind: 'stop' },
    },
    {
      name: 'a server in an unsupported country',
      reply: failed(400, 'FAILED_PRECONDITION', 'User location is not supported for the API use.'),
      expected: { kind: 'stop' },
    },
    {
      name: 'rejected coordinates',
      reply: failed(400, 'INVALID_ARGUMENT', 'Invalid value at tool_config.retrieval_config.lat_lng'),
      expected: { kind: 'location_unsupported' },
    },
    {
      name: 'a canceled request',
      reply: failed(499, 'CANCELLED', 'The operation was cancelled.'),
      expected: { kind: 'retry' },
    },
    {
      name: 'an error with status 200, in a list',
      reply: {
        body: [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Please retry in 7.5s.' } }],
      },
      expected: { kind: 'retry', retryAfter: 7_500 },
    },
  ],
  // Segments are whole sentences. A mutated body may contain other text.
  spanShows: (slice) => /^[^\p{Ll}\s].*\.$/su.test(slice) || slice === 'x',
  captured: [
    {
      file: 'gemini/generate_content_grounding.json',
      expected: {
        status: 'ok',
        begins: '## Weather in San Francisco is Mild and Partly Cloudy',
        length: 815,
        cited: 2,
        retrieved: 0,
        spans: 3,
        searchQueries: ['weather in San Francisco today'],
        searched: true,
        usage: { inputTokens: 136, outputTokens: 414, searches: 1 },
        model: 'gemini-2.5-pro',
      },
    },
    {
      file: 'gemini/response.generateContent.constructed.json',
      expected: {
        status: 'ok',
        begins: 'Zürichs bestes Café ist laut mehreren Führern das Odeon.',
        length: 73,
        cited: 2,
        retrieved: 0,
        spans: 3,
        searchQueries: ['bestes Café Zürich', 'Café Odeon Eröffnung'],
        searched: true,
        usage: { inputTokens: 62, outputTokens: 69, searches: 2 },
        model: 'gemini-3.5-flash',
      },
    },
    {
      file: 'gemini/interactions_google_search.json',
      expected: {
        status: 'ok',
        begins: "Here's a look at some notable AI developments from the past week:",
        length: 4022,
        cited: 4,
        retrieved: 0,
        spans: 18,
        searchQueries: ['notable AI developments May 8-15 2026', 'AI news this week May 2026'],
        searched: true,
        usage: { inputTokens: 151, outputTokens: 1222, searches: 2 },
        model: 'gemini-2.5-flash',
      },
    },
  ],
}
