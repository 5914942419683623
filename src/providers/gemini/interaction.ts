import { z } from 'zod'
import { ProviderError } from '../../core/provider-port/driver.ts'
import { listOf, number, objectOf, sumOfKnown, text } from '../parsing/lenient.ts'
import type { ReadBody } from './generated-content.ts'
import { type Part, segmentSpan } from './segments.ts'
import type { GivenSources } from './sources.ts'

// The body of the Interactions API (https://ai.google.dev/api/interactions-api), with field names in camel case.
// Older bodies list their contents in `outputs`.

const linkSchema = z.looseObject({ url: text, uri: text, source: text, title: text, name: text })
const contentSchema = z.looseObject({
  type: text,
  text,
  annotations: listOf(
    z.looseObject({ ...linkSchema.shape, type: text, startIndex: number, endIndex: number }),
  ),
})
const stepSchema = z.looseObject({
  ...contentSchema.shape,
  content: listOf(contentSchema),
  arguments: objectOf({ queries: listOf(z.string()), query: text }),
  result: listOf(linkSchema),
})
const interactionSchema = z.looseObject({
  status: text,
  model: text,
  steps: listOf(stepSchema),
  outputs: listOf(stepSchema),
  usage: objectOf({
    totalInputTokens: number,
    totalToolUseTokens: number,
    totalOutputTokens: number,
    totalThoughtTokens: number,
  }),
})

const TEXTS = new Set(['model_output', 'text'])
const CALLS = new Set(['google_search_call', 'url_context_call', 'google_maps_call'])
const RESULTS = new Set(['google_search_result', 'url_context_result', 'google_maps_result'])
const SILENT = new Set(['thought', 'user_input', 'code_execution_call', 'code_execution_result'])

/** Returns whether a body is an interaction, as opposed to generated content. */
export function isInteraction(body: unknown): boolean {
  const lists = z.union([
    z.looseObject({ steps: z.array(z.unknown()) }),
    z.looseObject({ outputs: z.array(z.unknown()) }),
  ])
  return lists.safeParse(body).success
}

/**
 * Parses an interaction.
 * @throws {ProviderError} of kind `drift` if it has no text
 */
export function readInteraction(body: unknown, sources: GivenSources): ReadBody {
  const { status, model, steps, outputs, usage } = interactionSchema.parse(body)
  const items = [...steps, ...outputs]
  const unrecognized = new Set<string>()
  const contents: z.output<typeof contentSchema>[] = []
  for (const item of items) {
    const type = item.type ?? ''
    if (TEXTS.has(type)) contents.push(...(item.text === null ? item.content : [item]))
    else if (RESULTS.has(type)) for (const link of item.result) retrieve(link, sources)
    else if (!CALLS.has(type) && !SILENT.has(type)) unrecognized.add(`step.${type}`)
  }
  const answer = readContents(contents, sources, unrecognized)
  const searches = items.filter(({ type }) => type === 'google_search_call')
  const queries = searches.flatMap(({ arguments: call }) => [...(call?.queries ?? []), call?.query ?? ''])
  const searchQueries = [...new Set(queries.filter((query) => query !== ''))]
  const counted = usage && {
    inputTokens: sumOfKnown(usage.totalInputTokens, usage.totalToolUseTokens),
    outputTokens: sumOfKnown(usage.totalOutputTokens, usage.totalThoughtTokens),
    searches: searchQueries.length,
  }
  if (answer === '') {
    const bill = { model: { requested: null, reported: model }, usage: counted, costUsd: null }
    throw new ProviderError('drift', `the interaction contains no text (status ${status})`, { bill })
  }
  return {
    model,
    usage: counted,
    status: 'ok',
    text: answer,
    searchQueries,
    searched: searches.length > 0 || items.some(({ type }) => type === 'google_search_result'),
    partial: status !== null && status !== 'completed',
    unrecognized: [...unrecognized],
  }
}

function readContents(
  contents: readonly z.output<typeof contentSchema>[],
  sources: GivenSources,
  unrecognized: Set<string>,
): string {
  const parts: Part[] = []
  let answer = ''
  for (const content of contents) {
    if (content.text === null) unrecognized.add(`content.${content.type}`)
    parts.push(content.text === null ? null : { start: answer.length, text: content.text })
    answer += content.text ?? ''
  }
  for (const [part, { annotations }] of contents.entries()) {
    for (const annotation of annotations) {
      const { startIndex: start, endIndex: end, title, name } = annotation
      const link = linkOf(annotation)
      if (link === null) {
        unrecognized.add(`annotation.${annotation.type}`)
        continue
      }
      const span = parts[part] && segmentSpan(answer, parts, { start, end, part, text: null })
      sources.cited({ link, title: title ?? name, domain: null }, span ? [span] : [])
    }
  }
  return answer
}

function retrieve(result: z.output<typeof linkSchema>, sources: GivenSources): void {
  const link = linkOf(result)
  if (link !== null) sources.retrieved({ link, title: result.title, domain: null })
}

function linkOf({ url, uri, source }: z.output<typeof linkSchema>): string | null {
  return url ?? uri ?? source
}
