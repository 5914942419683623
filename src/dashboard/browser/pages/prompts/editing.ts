import { createContext, useContext } from 'react'
import type { Problem } from '../../graphql/problem.ts'
import type { PromptChange } from './list/changes.ts'
import type { PromptRow } from './list/prompt-list.ts'

/** What cells need to edit prompts. */
export interface Editing {
  /** Whether the member may change prompts. Otherwise, cells are plain text. */
  mayWrite: boolean
  /** Names of the project's tags. */
  tags: readonly string[]
  /** The providers that prompts can be sent to. */
  providers: readonly { token: string; label: string }[]
  /**
   * Changes one prompt and shows `message`. Resolves with null on success. Field error paths are relative to the
   * change, such as `text`.
   */
  change(prompt: PromptRow, change: Omit<PromptChange, 'promptId'>, message: string): Promise<Problem | null>
  /** Opens the dialog to confirm deleting these prompts. */
  askToDelete(prompts: readonly PromptRow[]): void
  /**
   * Unsaved texts by prompt id. A row is unmounted when it is scrolled far away; its draft stays here until it is saved
   * or discarded.
   */
  drafts: Map<string, string>
  isSelected(prompt: PromptRow): boolean
  /** Selects or deselects a prompt. With `range`, applies to all prompts between the last selected one and this one. */
  select(prompt: PromptRow, selected: boolean, range: boolean): void
}

/** Provided by the page. */
export const EditingContext = createContext<Editing | null>(null)

/** Returns the editing functions of the page. */
export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('useEditing must be used inside the prompts page')
  return editing
}
