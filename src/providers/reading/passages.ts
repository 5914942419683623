/** A part of what a model wrote, between two uses of tools or as a message of its own. */
export interface Passage {
  text: string
  /** Whether it cites a source. */
  cites: boolean
  /** Whether a tool was used after it. */
  beforeTool: boolean
}

/**
 * The passages that are part of the answer, without those that are empty. A paragraph without sources before a search, such as "Let me
 * search for …", tells what the model is about to do: it is left out where other text follows.
 */
export function answerPassages<Part extends Passage>(passages: readonly Part[]): Part[] {
  const spoken = passages.filter(({ text }) => text.trim() !== '')
  const last = spoken.at(-1)
  return spoken.filter((passage) => passage === last || !isAnnouncement(passage))
}

function isAnnouncement({ text, cites, beforeTool }: Passage): boolean {
  return beforeTool && !cites && !text.trim().includes('\n')
}

/** What stands between two passages: a new paragraph, unless the first ends a line. */
export function separatorAfter(text: string): string {
  return text === '' || /\n\s*$/.test(text) ? '' : '\n\n'
}
