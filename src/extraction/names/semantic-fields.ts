import topics from '../languages/english/semantic-fields.json' with { type: 'json' }

/**
 * Semantic fields of ordinary words. The fields of the words around an ambiguous name show whether it is the brand or
 * the word. The lists are written by subject and not by brand. Plurals are found by their singular.
 */
export type SemanticField = keyof typeof topics.fields

/** Knowledge about an ordinary word. */
export interface WordTopic {
  /** Its semantic field; null for a word that is only a business word or a company name. */
  field: SemanticField | null
  /** True for a word from business or technology. */
  trade: boolean
  /** True for the name of a well-known company. */
  company: boolean
}

const TOPICS = new Map<string, WordTopic>()

function add(words: readonly string[], change: Partial<WordTopic>): void {
  for (const word of words) {
    TOPICS.set(word, { field: null, trade: false, company: false, ...TOPICS.get(word), ...change })
  }
}

for (const [field, words] of Object.entries(topics.fields)) add(words, { field: field as SemanticField })
add(topics.trade, { trade: true })
add(topics.companies, { company: true })

/** Returns the topic of a lower-case word or of its singular, or undefined for words that are not listed. */
export function topicOf(word: string): WordTopic | undefined {
  const topic = TOPICS.get(word)
  if (topic || !word.endsWith('s')) return topic
  return TOPICS.get(word.slice(0, -1)) ?? (word.endsWith('es') ? TOPICS.get(word.slice(0, -2)) : undefined)
}
