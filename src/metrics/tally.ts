import type { MeasuredAnswer } from './measured.ts'

/** Counts by prompt, over the prompts that were answered at all. */
export interface Tally {
  answers: Float64Array
  /** Pairs of an answer and a tracked entity it names. */
  voices: Float64Array
  /** Answers that name at least one tracked entity. */
  informative: Float64Array
  entities: { mentioned: Float64Array; recommended: Float64Array; cited: Float64Array }[]
}

/** Counts completed answers by prompt. */
export function tallyByPrompt(answered: readonly MeasuredAnswer[], entities: number): Tally {
  const places = new Map<number, number>()
  for (const { prompt } of answered) if (!places.has(prompt)) places.set(prompt, places.size)
  const column = () => new Float64Array(places.size)
  const tally: Tally = {
    answers: column(),
    voices: column(),
    informative: column(),
    entities: Array.from({ length: entities }, () => ({
      mentioned: column(),
      recommended: column(),
      cited: column(),
    })),
  }
  for (const answer of answered) {
    const place = places.get(answer.prompt) ?? 0
    const voices = answer.entities.filter((entity) => entity.mentioned).length
    add(tally.answers, place, 1)
    add(tally.voices, place, voices)
    add(tally.informative, place, voices > 0 ? 1 : 0)
    answer.entities.forEach(({ mentioned, recommended, cited }, index) => {
      const columns = tally.entities[index]
      if (!columns) return
      add(columns.mentioned, place, mentioned ? 1 : 0)
      add(columns.recommended, place, recommended ? 1 : 0)
      add(columns.cited, place, cited ? 1 : 0)
    })
  }
  return tally
}

function add(column: Float64Array, place: number, amount: number): void {
  column[place] = (column[place] ?? 0) + amount
}
