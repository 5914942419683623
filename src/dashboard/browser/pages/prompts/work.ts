import { useState } from 'react'
import { count, number } from '../../figures/format.ts'
import type { Problem } from '../../graphql/problem.ts'
import { inBatches, inverseOf, type PromptChange, useChangePrompts } from './changes.ts'
import type { Notice } from './notice-bar.tsx'
import type { PromptRow } from './prompt-list.ts'

/** Changes prompts one by one and many at a time, says what was done, and takes it back. */
export function usePromptWork(projectId: string) {
  const send = useChangePrompts(projectId)
  const [notice, say] = useState<Notice | null>(null)
  const [progress, setProgress] = useState<string | null>(null)

  /** Changes prompts, a batch after the other; what is wrong with the first one that was refused. */
  const update = async (
    changes: readonly PromptChange[],
  ): Promise<{ done: PromptChange[]; problem: Problem | null }> => {
    const done: PromptChange[] = []
    for (const batch of inBatches(changes)) {
      if (changes.length > batch.length) setProgress(`${number(done.length)} of ${number(changes.length)} …`)
      const problem = await send({ update: batch })
      if (problem) return { done, problem }
      done.push(...batch)
    }
    return { done, problem: null }
  }
  const undoing = (changes: readonly PromptChange[], prompts: readonly PromptRow[]) => async () => {
    const { problem } = await update(inverseOf(changes, prompts))
    setProgress(null)
    say(problem ? { said: `Not undone: ${problem.message}`, wrong: true } : { said: 'Undone.' })
  }
  const changeMany = async (
    changes: readonly PromptChange[],
    prompts: readonly PromptRow[],
    said: string,
  ) => {
    const { done, problem } = await update(changes)
    setProgress(null)
    const undo = done.length > 0 ? { undo: undoing(done, prompts) } : {}
    if (problem)
      say({ said: `${count(done.length, 'prompt')} changed, then: ${problem.message}`, wrong: true, ...undo })
    else say({ said, ...undo })
  }
  return {
    notice,
    progress,
    say: (said: string) => say({ said }),
    closeNotice: () => say(null),
    /** Does something that may fail. */
    async run(work: () => Promise<void>) {
      setProgress('Reading …')
      await work().catch((error: unknown) => say({ said: messageOf(error), wrong: true }))
      setProgress(null)
    },
    async changeOne(prompt: PromptRow, change: Omit<PromptChange, 'promptId'>, said: string) {
      const changes = [{ promptId: prompt.databaseId, ...change }]
      const { problem } = await update(changes)
      if (!problem) say({ said, undo: undoing(changes, [prompt]) })
      else if (Object.keys(problem.fieldErrors).length === 0) say({ said: problem.message, wrong: true })
      return problem && { ...problem, fieldErrors: withoutPlace(problem.fieldErrors) }
    },
    setActive(prompts: readonly PromptRow[], active: boolean) {
      const changed = prompts.filter((prompt) => prompt.active !== active)
      const said = `${count(changed.length, 'prompt is', 'prompts are')} ${active ? 'active' : 'inactive'} now.`
      return changeMany(
        changed.map(({ databaseId }) => ({ promptId: databaseId, active })),
        changed,
        said,
      )
    },
    changeTags(
      prompts: readonly PromptRow[],
      change: { add: readonly string[] } | { remove: readonly string[] },
    ) {
      const changes = prompts.flatMap((prompt) => {
        const before = prompt.tags.map(({ name }) => name)
        const tags = 'add' in change ? withNames(before, change.add) : withoutNames(before, change.remove)
        return tags.length === before.length ? [] : [{ promptId: prompt.databaseId, tags }]
      })
      const names = ('add' in change ? change.add : change.remove).join(', ')
      const said = `${names} was ${'add' in change ? 'added to' : 'removed from'} ${count(changes.length, 'prompt')}.`
      return changeMany(changes, prompts, said)
    },
    /** Deletes prompts; what went wrong, or null. */
    async remove(prompts: readonly PromptRow[]): Promise<string | null> {
      let deleted = 0
      for (const batch of inBatches(prompts)) {
        const problem = await send({ deletePromptIds: batch.map(({ databaseId }) => databaseId) })
        if (problem) return `${count(deleted, 'prompt')} deleted, then: ${problem.message}`
        deleted += batch.length
      }
      say({
        said: `${count(deleted, 'prompt was', 'prompts were')} deleted. Their answers stay in their runs.`,
      })
      return null
    },
  }
}

/** Paths of field errors within the one change of a request. */
function withoutPlace(fieldErrors: Problem['fieldErrors']): Problem['fieldErrors'] {
  return Object.fromEntries(
    Object.entries(fieldErrors).map(([path, messages]) => [path.replace(/^update\.0\./, ''), messages]),
  )
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function withNames(names: readonly string[], added: readonly string[]): string[] {
  return [...names, ...added.filter((name) => !names.some((one) => same(one, name)))]
}

function withoutNames(names: readonly string[], removed: readonly string[]): string[] {
  return names.filter((name) => !removed.some((one) => same(one, name)))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
