import { useState } from 'react'
import { count, number } from '../../formatting/format.ts'
import type { Problem } from '../../graphql/problem.ts'
import { inBatches, inverseOf, type PromptChange, useChangePrompts } from './list/changes.ts'
import type { PromptRow } from './list/prompt-list.ts'
import type { Notice } from './notice-bar.tsx'

/** Changes one or many prompts, reports the result and offers to undo it. */
export function usePromptWork(projectId: string) {
  const send = useChangePrompts(projectId)
  const [notice, notify] = useState<Notice | null>(null)
  const [progress, setProgress] = useState<string | null>(null)

  /** Updates prompts in batches. Stops at the first rejected batch and returns its problem. */
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
    notify(problem ? { message: `Could not undo: ${problem.message}`, wrong: true } : { message: 'Undone.' })
  }
  const changeMany = async (
    changes: readonly PromptChange[],
    prompts: readonly PromptRow[],
    message: string,
  ) => {
    const { done, problem } = await update(changes)
    setProgress(null)
    const undo = done.length > 0 ? { undo: undoing(done, prompts) } : {}
    if (problem)
      notify({
        message: `${count(done.length, 'prompt')} changed, then failed: ${problem.message}`,
        wrong: true,
        ...undo,
      })
    else notify({ message, ...undo })
  }
  return {
    notice,
    progress,
    notify: (message: string) => notify({ message }),
    closeNotice: () => notify(null),
    /** Runs a task and reports its error, if any. */
    async run(work: () => Promise<void>) {
      setProgress('Loading …')
      await work().catch((error: unknown) => notify({ message: messageOf(error), wrong: true }))
      setProgress(null)
    },
    async changeOne(prompt: PromptRow, change: Omit<PromptChange, 'promptId'>, message: string) {
      const changes = [{ promptId: prompt.databaseId, ...change }]
      const { problem } = await update(changes)
      if (!problem) notify({ message, undo: undoing(changes, [prompt]) })
      else if (Object.keys(problem.fieldErrors).length === 0)
        notify({ message: problem.message, wrong: true })
      return problem && { ...problem, fieldErrors: withoutPlace(problem.fieldErrors) }
    },
    setActive(prompts: readonly PromptRow[], active: boolean) {
      const changed = prompts.filter((prompt) => prompt.active !== active)
      const message = `${count(changed.length, 'prompt is', 'prompts are')} ${active ? 'active' : 'inactive'} now.`
      return changeMany(
        changed.map(({ databaseId }) => ({ promptId: databaseId, active })),
        changed,
        message,
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
      const message = `${names} was ${'add' in change ? 'added to' : 'removed from'} ${count(changes.length, 'prompt')}.`
      return changeMany(changes, prompts, message)
    },
    /** Deletes prompts. Resolves with a problem, or null on success. */
    async remove(prompts: readonly PromptRow[]): Promise<Problem | null> {
      let deleted = 0
      for (const batch of inBatches(prompts)) {
        const problem = await send({ deletePromptIds: batch.map(({ databaseId }) => databaseId) })
        if (problem)
          return {
            ...problem,
            message: `${count(deleted, 'prompt')} deleted, then failed: ${problem.message}`,
          }
        deleted += batch.length
      }
      notify({
        message: `${count(deleted, 'prompt was', 'prompts were')} deleted. Existing answers are kept.`,
      })
      return null
    },
  }
}

/** Makes field error paths relative to the single change of a request. */
function withoutPlace(fieldErrors: Problem['fieldErrors']): Problem['fieldErrors'] {
  return Object.fromEntries(
    Object.entries(fieldErrors).map(([path, messages]) => [path.replace(/^update\.0\./, ''), messages]),
  )
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

function withNames(names: readonly string[], added: readonly string[]): string[] {
  return [...names, ...added.filter((name) => !names.some((existing) => same(existing, name)))]
}

function withoutNames(names: readonly string[], removed: readonly string[]): string[] {
  return names.filter((name) => !removed.some((removedName) => same(removedName, name)))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
