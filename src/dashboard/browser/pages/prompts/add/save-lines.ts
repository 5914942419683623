import { useState } from 'react'
import { inBatches, type NewPrompt, useChangePrompts } from '../list/changes.ts'
import type { PastedPrompt } from './read-pasted.ts'

/** Progress of saving. */
export interface Saving {
  saved: number
  total: number
}

/** The result of saving. */
export interface Saved {
  /** Lines that were saved. */
  lines: number[]
  /** Server errors by line. */
  problems: ReadonlyMap<number, string[]>
  /** An error that is not about single lines, or null. */
  message: string | null
}

/** Saves pasted prompts in batches. Stops at the first rejected batch. */
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

/** Maps field errors such as `create.3.text` to the lines of the prompts. */
function problemsByLine(
  fieldErrors: Readonly<Record<string, readonly string[]>>,
  batch: readonly PastedPrompt[],
): Map<number, string[]> {
  const problems = new Map<number, string[]>()
  for (const [path, messages] of Object.entries(fieldErrors)) {
    const [, index, field = 'prompt'] = /^create\.(\d+)\.?(\w+)?/.exec(path) ?? []
    const line = index === undefined ? undefined : batch[Number(index)]?.line
    if (line === undefined) continue
    const lineProblems = messages.map((message) => `${field}: ${message}.`)
    problems.set(line, [...(problems.get(line) ?? []), ...lineProblems])
  }
  return problems
}
