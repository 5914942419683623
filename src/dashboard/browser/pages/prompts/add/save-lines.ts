import { useState } from 'react'
import { inBatches, type NewPrompt, useChangePrompts } from '../changes.ts'
import type { PastedPrompt } from './read-pasted.ts'

/** How far the saving is. */
export interface Saving {
  saved: number
  total: number
}

/** What became of it. */
export interface Saved {
  /** Lines that are prompts now. */
  lines: number[]
  /** What the server says of a line. */
  problems: ReadonlyMap<number, string[]>
  /** What went wrong beyond single lines; null when nothing did. */
  message: string | null
}

/** Saves pasted prompts, a batch after the other; the first batch that is refused is the last that is sent. */
export function useSaveLines(projectId: string) {
  const send = useChangePrompts(projectId)
  const [saving, setSaving] = useState<Saving | null>(null)
  const save = async (prompts: readonly PastedPrompt[]): Promise<Saved> => {
    const lines: number[] = []
    try {
      for (const batch of inBatches(prompts)) {
        setSaving({ saved: lines.length, total: prompts.length })
        const problem = await send({ create: batch.map(newPrompt) })
        if (problem) {
          const problems = problemsByLine(problem.fieldErrors, batch)
          return { lines, problems, message: problems.size > 0 ? null : problem.message }
        }
        lines.push(...batch.map(({ line }) => line))
      }
      return { lines, problems: new Map(), message: null }
    } finally {
      setSaving(null)
    }
  }
  return { saving, save }
}

function newPrompt({ text, tags, locations, providers, active }: PastedPrompt): NewPrompt {
  return {
    text,
    ...(tags.length > 0 && { tags }),
    ...(locations && { locations }),
    ...(providers && { providers }),
    ...(active !== undefined && { active }),
  }
}

/** Errors of fields such as `create.3.text`, by the line of the prompt. */
function problemsByLine(
  fieldErrors: Readonly<Record<string, readonly string[]>>,
  batch: readonly PastedPrompt[],
): Map<number, string[]> {
  const found = new Map<number, string[]>()
  for (const [path, messages] of Object.entries(fieldErrors)) {
    const [, index, field = 'prompt'] = /^create\.(\d+)\.?(\w+)?/.exec(path) ?? []
    const line = index === undefined ? undefined : batch[Number(index)]?.line
    if (line === undefined) continue
    const said = messages.map((message) => `${field}: ${message}.`)
    found.set(line, [...(found.get(line) ?? []), ...said])
  }
  return found
}
