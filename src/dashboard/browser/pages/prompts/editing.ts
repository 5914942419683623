import { createContext, useContext } from 'react'
import type { Problem } from '../../graphql/problem.ts'
import type { PromptChange } from './changes.ts'
import type { PromptRow } from './prompt-list.ts'

/** How the cells of the table change prompts. */
export interface Editing {
  /** Whether the member may change prompts; the cells are plain text otherwise. */
  mayWrite: boolean
  /** Names of the project's tags. */
  tags: readonly string[]
  /** The providers that a prompt may be asked of. */
  providers: readonly { token: string; label: string }[]
  /** Changes one prompt; null when it was done. The paths of field errors are those of the change, such as `text`. */
  change(prompt: PromptRow, change: Omit<PromptChange, 'promptId'>, said: string): Promise<Problem | null>
  /** Asks whether these are to be deleted. */
  askToDelete(prompts: readonly PromptRow[]): void
  /**
   * Texts that are being edited, by the ids of their prompts. A row leaves the page when it is scrolled far away; what was
   * written in it stays here until it is saved or given up.
   */
  drafts: Map<string, string>
  isSelected(prompt: PromptRow): boolean
  /** Selects a prompt or not; with `range`, all between it and the one that was last selected. */
  select(prompt: PromptRow, selected: boolean, range: boolean): void
}

/** Given to the cells by the page. */
export const EditingContext = createContext<Editing | null>(null)

/** How prompts are changed here. */
export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('used outside of the prompts page')
  return editing
}
