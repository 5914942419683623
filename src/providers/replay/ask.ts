import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Driver, ProviderError } from '../../core/provider-port/driver.ts'
import type { CitationKind } from '../../definitions/vocabulary.ts'
import { recordedReference, recordedStatus } from './recorded.ts'

/** Makes a field optional. Recordings use null for unknown values, so null counts as missing. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null)

/** A line of a replay file. Other fields are ignored. */
const lineSchema = z.object({
  prompt: z.string(),
  text: z.string(),
  citations: z
    .array(
      z.union([
        z.string(),
        z.object({
          url: z.string(),
          title: optional(z.string()),
          ...recordedReference,
        }),
      ]),
    )
    .nullish(),
  // Fields added by RECORD_ANSWERS. A line with them only answers this provider, location and replicate.
  provider: optional(z.string()),
  location: optional(z.string()),
  persona: optional(z.string()),
  replicate: optional(z.int()),
  status: recordedStatus.nullish(),
  model: optional(z.string()),
  searched: optional(z.boolean()),
  searchQueries: z.array(z.string()).default([]),
  partial: z.boolean().default(false),
  /** Why the answer could not be parsed. Such a line belongs to an error report and is never used as an answer. */
  error: optional(z.string()),
})

type Recording = Omit<z.output<typeof lineSchema>, 'citations' | 'status'> & {
  line: number
  status: z.output<typeof recordedStatus>
  citations: {
    url: string
    title: string | null
    kind: CitationKind
    spans: { start: number; end: number }[]
  }[]
}

/**
 * Answers from a file of JSON lines `{prompt, text, citations?}`. Citations are URLs or `{url, title?, kind?,
 * spans?}`.
 *
 * Prompts match regardless of case, Unicode compatibility forms and surrounding spaces. Replicates cycle through the
 * answers to a prompt. Lines written by RECORD_ANSWERS only answer the provider, location and replicate they were
 * recorded from, unless the file has no line of this provider. Lines recorded for a persona are not used.
 *
 * The file is read when the first question arrives. If that fails, questions fail with a ProviderError of kind `stop`
 * that names the file and the line.
 *
 * @param source.id id of the provider
 */
export function createAsk({
  file,
  model,
  id,
}: {
  file: string
  model: string | null
  id: string
}): Driver['ask'] {
  let loading: Promise<Map<string, Recording[]>> | null = null

  async function recordings(): Promise<Map<string, Recording[]>> {
    loading ??= loadRecordings(file, id)
    try {
      return await loading
    } catch (error) {
      // Read the file again for the next question, so that fixing it does not require a restart.
      loading = null
      throw error
    }
  }

  return async ({ prompt, location, replicate }) => {
    const answers = ((await recordings()).get(matchingKey(prompt)) ?? []).filter(
      (line) => (line.location === null || line.location === location) && line.persona === null,
    )
    const inTurn = answers.filter((line) => line.replicate === null)
    const answer =
      answers.find((line) => line.replicate === replicate) ??
      inTurn[(replicate - 1) % inTurn.length] ??
      NO_RECORDING
    const { text, citations, line, status, model: reportedModel, searched, searchQueries, partial } = answer
    return {
      requestedModel: model,
      line,
      status,
      text,
      citations,
      reportedModel,
      searched,
      searchQueries,
      partial,
    }
  }
}

const NO_RECORDING = {
  line: null,
  status: 'not_shown' as const,
  text: '',
  citations: [],
  model: null,
  searched: null,
  searchQueries: [],
  partial: false,
}

async function loadRecordings(file: string, id: string): Promise<Map<string, Recording[]>> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ProviderError('stop', `replay file ${file} cannot be read: ${messageOf(error)}`, {
      cause: error,
    })
  })
  const lines = content
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line, index): Recording[] => {
      if (line.trim() === '') return []
      const { citations, status, ...recorded } = parseLine(line, `${file}:${index + 1}`)
      if (recorded.error !== null) return []
      return [
        {
          ...recorded,
          line: index + 1,
          status: status ?? (recorded.text.trim() === '' ? 'not_shown' : 'ok'),
          citations: (citations ?? []).map((citation) =>
            typeof citation === 'string'
              ? { url: citation, title: null, kind: 'cited', spans: [] }
              : { url: citation.url, title: citation.title, kind: citation.kind, spans: citation.spans },
          ),
        },
      ]
    })
  const ofProvider = lines.filter(({ provider }) => provider === null || provider === id)
  const served = ofProvider.some(({ provider }) => provider === id) ? ofProvider : lines
  const byPrompt = new Map<string, Recording[]>()
  for (const recording of served) {
    const key = matchingKey(recording.prompt)
    byPrompt.set(key, [...(byPrompt.get(key) ?? []), recording])
  }
  return byPrompt
}

function parseLine(line: string, place: string): z.output<typeof lineSchema> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw new ProviderError('stop', `replay file ${place} is not JSON: ${messageOf(error)}`, { cause: error })
  }
  const parsed = lineSchema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new ProviderError(
    'stop',
    `replay file ${place} is not {"prompt","text","citations"?}: ${z.prettifyError(parsed.error)}`,
  )
}

/** Normalizes a prompt for comparison. Uses upper case because that also equates σ with ς and ß with SS. */
function matchingKey(prompt: string): string {
  return prompt.normalize('NFKC').trim().toUpperCase()
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
