import { useRef, useState } from 'react'
import type { PromptRow } from './list/prompt-list.ts'

/** The selected prompts, including ones hidden by filters. */
export interface Selection {
  prompts: readonly PromptRow[]
  has(prompt: PromptRow): boolean
  set(prompt: PromptRow, selected: boolean, range: boolean): void
  replace(prompts: readonly PromptRow[]): void
}

/**
 * Manages the selection of the table.
 * @param rows the prompts in display order, used for ranges and for the prompts' current values
 */
export function useSelection(rows: readonly PromptRow[]): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<string, PromptRow>>(new Map())
  const last = useRef<string | null>(null)
  const newest = new Map(rows.map((row) => [row.id, row]))
  return {
    prompts: [...selected.values()].map((prompt) => newest.get(prompt.id) ?? prompt),
    has: ({ id }) => selected.has(id),
    set(prompt, value, range) {
      const touched = range ? between(rows, last.current, prompt) : [prompt]
      last.current = prompt.id
      setSelected((before) => {
        const after = new Map(before)
        for (const row of touched) {
          if (value) after.set(row.id, row)
          else after.delete(row.id)
        }
        return after
      })
    },
    replace(prompts) {
      last.current = null
      setSelected(new Map(prompts.map((prompt) => [prompt.id, prompt])))
    },
  }
}

function between(rows: readonly PromptRow[], from: string | null, to: PromptRow): readonly PromptRow[] {
  const start = rows.findIndex(({ id }) => id === from)
  const end = rows.findIndex(({ id }) => id === to.id)
  if (start < 0 || end < 0) return [to]
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1)
}
