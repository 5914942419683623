/** Text that a model wrote between two tool calls, or as a separate message. */
export interface Passage {
  text: string
  /** Whether it cites a source. */
  cites: boolean
  /** Whether a tool call follows. */
  beforeTool: boolean
}

/**
 * Returns the non-empty passages that belong to the answer. Drops announcements such as "Let me search for …", unless
 * one is the last text.
 */
export function answerPassages<Part extends Passage>(passages: readonly Part[]): Part[] {
  const spoken = passages.filter(({ text }) => text.trim() !== '')
  const last = spoken.at(-1)
  return spoken.filter((passage) => passage === last || !isAnnouncement(passage))
}

/** Returns whether a passage only announces a tool call: a single paragraph without sources before the call. */
export function isAnnouncement({ text, cites, beforeTool }: Passage): boolean {
  return beforeTool && !cites && !text.trim().includes('\n')
}

/** Returns the separator before the next passage: a blank line, unless the text already ends with a line break. */
export function separatorAfter(text: string): string {
  return text === '' || /\n\s*$/.test(text) ? '' : '\n\n'
}
