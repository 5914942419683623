import { clusterEnd, foldCluster } from '../../extraction/text/fold.ts'
import { canonicalKey } from '../text.ts'

/** Signs that are part of names: "C++", "C#", "AT&T". */
const SEPARATORS = /(?![#&])[\p{P}\p{Z}\p{C}™®©]/gu

/** UTF-16 code units of a key, at most: it is part of a PostgreSQL index. */
const LONGEST_KEY = 200

/**
 * The form by which the spellings of a brand are one: without case, accents, punctuation and spaces, so that "Coca-Cola",
 * "CocaCola" and "coca cola" are the same.
 */
export function discoveredKey(name: string): string {
  const plain = canonicalKey(name)
  let folded = ''
  for (let at = 0; at < plain.length; ) {
    const end = clusterEnd(plain, at)
    folded += foldCluster(plain, at, end)
    at = end
  }
  const key = folded.replace(SEPARATORS, '')
  // A name that is punctuation throughout stays as it is.
  return (key === '' ? plain : key).slice(0, LONGEST_KEY).toWellFormed()
}
