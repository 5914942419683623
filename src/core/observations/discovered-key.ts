import { clusterEnd, foldCluster } from '../../extraction/text/fold.ts'
import { canonicalKey } from '../foundation/text.ts'

/** Matches characters to remove. Keeps signs that are part of names, such as "C++", "C#" and "AT&T". */
const SEPARATORS = /(?![#&])[\p{P}\p{Z}\p{C}™®©]/gu

/** Maximum UTF-16 code units of a key, because it is part of a PostgreSQL index. */
const MAX_KEY_LENGTH = 200

/**
 * Returns the key that all spellings of a brand share: the name without case, accents, punctuation and spaces.
 * "Coca-Cola", "CocaCola" and "coca cola" have the same key.
 */
export function discoveredKey(name: string): string {
  const plain = canonicalKey(name)
  let folded = ''
  for (let start = 0; start < plain.length; ) {
    const end = clusterEnd(plain, start)
    folded += foldCluster(plain, start, end)
    start = end
  }
  const key = folded.replace(SEPARATORS, '')
  // Keep a name that consists only of punctuation.
  return (key === '' ? plain : key).slice(0, MAX_KEY_LENGTH).toWellFormed()
}
