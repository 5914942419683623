import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { type Driver, ProviderError } from '../driver.ts'

/** One line of a replay file; other fields are ignored. */
const lineSchema = z.looseObject({
  prompt: z.string(),
  text: z.string(),
  citations: z
    .array(z.union([z.string(), z.looseObject({ url: z.string(), title: z.string().nullish() })]))
    .nullish(),
})

type Recording = { line: number; text: string; citations: { url: string; title: string | null }[] }

/**
 * Answers from a file of JSON lines `{prompt, text, citations?}`; citations are URLs or `{url, title?}`. Prompts match regardless
 * of case, Unicode compatibility forms and surrounding space. The replicates of a prompt get its answers in turn. The file is
 * read at the first question; while that fails, questions fail with a ProviderError of kind `stop` that names file and line.
 */
export function createAsk({ file, model }: { file: string; model: string | null }): Driver['ask'] {
  let loading: Promise<Map<string, Recording[]>> | null = null

  async function recordings(): Promise<Map<string, Recording[]>> {
    loading ??= loadRecordings(file)
    try {
      return await loading
    } catch (error) {
      // Read again at the next question, so that a corrected file needs no restart.
      loading = null
      throw error
    }
  }

  return async ({ prompt, replicate }) => {
    const answers = (await recordings()).get(matchingKey(prompt)) ?? []
    const answer = answers[(replicate - 1) % answers.length] ?? { line: null, text: '', citations: [] }
    return { requestedModel: model, ...answer }
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

/** The form by which prompts are compared. Upper case, because it also makes σ equal to ς and ß equal to SS. */
function matchingKey(prompt: string): string {
  return prompt.normalize('NFKC').trim().toUpperCase()
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
