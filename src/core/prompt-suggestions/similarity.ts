/**
 * Compares the meaning of short texts by their words, because no language model is available offline. Texts mean the
 * same if most of their content words have the same stem. It does not know synonyms beyond {@link SAME_WORDS}, and
 * stems only English words: see docs/opportunities.md for its limits.
 */

/** Share of equal stems from which two texts count as the same. */
export const SAME_MEANING = 0.7

const WORDS = new Intl.Segmenter('en', { granularity: 'word' })

/** English words without a topic: function words, and words that only ask for a recommendation. */
const IGNORED = new Set(
  `a about all also am an and any are as at be been but by can could do does for from get go had has have how i if in
  into is it its like list me my need of on or our please should some that the their them there these they this to
  tell us use want was we were what when where which who whom whose why will with would you your versus vs
  best better good great leading most popular recommend recommendation recommended review reviews top
  current currently latest new now today right`.split(/\s+/),
)

/** Words of product searches that mean the same: the first word of each group, and the words that count as the first. */
const SAME_WORDS = new Map(
  [
    'tool software app application platform solution service system program',
    'business company firm',
    'cheap affordable inexpensive',
    'alternative competitor',
  ].flatMap((group) => {
    const [first = '', ...others] = group.split(' ').map(stemOf)
    return others.map((word) => [word, first] as const)
  }),
)

/** Returns the stems of the content words of a text. Years do not count, because searches often add the current one. */
export function stemsOf(text: string): Set<string> {
  const stems = new Set<string>()
  for (const { segment, isWordLike } of WORDS.segment(text.normalize('NFKC').toLowerCase())) {
    if (!isWordLike) continue
    const word = segment.replace(/['’]s?$/u, '')
    if (IGNORED.has(word) || /^(?:19|20)\d\d$/.test(word)) continue
    const stem = stemOf(word)
    stems.add(SAME_WORDS.get(stem) ?? stem)
  }
  return stems
}

/** Removes the most frequent English endings: plural, -ing and -ed. */
function stemOf(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word
  const singular = word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
    : /(?:s|x|z|ch|sh)es$/.test(word)
      ? word.slice(0, -2)
      : /[^su]s$/.test(word)
        ? word.slice(0, -1)
        : word
  const root = singular.replace(/(?:ment|ing|ed)$/, '')
  if (root.length < 3) return singular
  // `planning` → `plan`, `manage` and `managing` → `manag`
  return root === singular ? root.replace(/e$/, '') : root.replace(/([bdgmnprt])\1$/, '$1').replace(/e$/, '')
}

/** Returns the share of stems that two texts have in common, 0…1 (P. Jaccard, New Phytologist 11, 1912). */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0
  let common = 0
  for (const stem of a) if (b.has(stem)) common += 1
  return common / (a.size + b.size - common)
}

/** Returns whether two texts, given by their stems, mean the same. */
export function isSameMeaning(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return similarity(a, b) >= SAME_MEANING
}
