import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type AnswerCitation, type Driver, ProviderError, type RawAnswer } from './driver.ts'

/** One line of a replay file. Other fields may stand beside these; recordings carry more. */
const lineSchema = z.looseObject({
  prompt: z.string(),
  text: z.string(),
  citations: z
    .array(z.union([z.string(), z.looseObject({ url: z.string(), title: z.string().nullish() })]))
    .nullish(),
})

const artifactSchema = z.looseObject({
  driver: z.literal('replay'),
  requestedModel: z.string().nullable(),
  /** Null when the file holds no answer to the prompt. */
  line: z.int().nullable(),
  text: z.string(),
  citations: z.array(z.looseObject({ url: z.string(), title: z.string().nullable() })),
})

type Recording = { line: number; text: string; citations: { url: string; title: string | null }[] }

/**
 * Serves recorded answers from a file of JSON lines `{prompt, text, citations?}`; citations are URLs or `{url, title?}`. Prompts match
 * regardless of case, Unicode compatibility forms and surrounding space. Several answers to one prompt serve its replicates in turn. A
 * prompt without an answer, or with a blank one, is `not_shown`. The file is read once, at the first question; while that fails, every
 * question fails with a `stop` that names the file and the line.
 */
export function createReplayDriver(provider: { file: string; model: string | null }): Driver {
  let loading: Promise<Map<string, Recording[]>> | null = null

  async function recordings(): Promise<Map<string, Recording[]>> {
    loading ??= loadRecordings(provider.file)
    try {
      return await loading
    } catch (error) {
      // A mended file is picked up without a restart.
      loading = null
      throw error
    }
  }

  return {
    async ask({ prompt, replicate }): Promise<RawAnswer> {
      const answers = (await recordings()).get(matchingKey(prompt)) ?? []
      const answer = answers[(replicate - 1) % answers.length] ?? { line: null, text: '', citations: [] }
      return { driver: 'replay', requestedModel: provider.model, ...answer }
    },
    read(raw) {
      const parsed = artifactSchema.safeParse(raw)
      if (!parsed.success) {
        throw new ProviderError(
          'drift',
          `not an artifact of the replay driver: ${z.prettifyError(parsed.error)}`,
        )
      }
      const { requestedModel, text, citations } = parsed.data
      const shown = text.trim() !== ''
      return {
        status: shown ? 'ok' : 'not_shown',
        surface: 'replay',
        locationApplied: 'none',
        model: { requested: requestedModel, reported: null },
        text: shown ? text : '',
        citations: citations.map(
          ({ url, title }): AnswerCitation => ({ url, title, kind: 'cited', spans: [] }),
        ),
        searchQueries: [],
        searched: null,
        usage: null,
        costUsd: null,
      }
    },
  }
}

async function loadRecordings(file: string): Promise<Map<string, Recording[]>> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ProviderError('stop', `replay file ${file} cannot be read: ${messageOf(error)}`, {
      cause: error,
    })
  })
  const byPrompt = new Map<string, Recording[]>()
  for (const [index, line] of content
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue
    const { prompt, text, citations } = parseLine(line, `${file}:${index + 1}`)
    const recording = {
      line: index + 1,
      text,
      citations: (citations ?? []).map((citation) =>
        typeof citation === 'string'
          ? { url: citation, title: null }
          : { url: citation.url, title: citation.title ?? null },
      ),
    }
    const key = matchingKey(prompt)
    byPrompt.set(key, [...(byPrompt.get(key) ?? []), recording])
  }
  return byPrompt
}

function parseLine(line: string, place: string): z.infer<typeof lineSchema> {
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

/** Upper case folds more than lower case does: the two sigmas, and ß with SS. */
function matchingKey(prompt: string): string {
  return prompt.normalize('NFKC').trim().toUpperCase()
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
