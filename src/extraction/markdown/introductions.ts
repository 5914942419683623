function wholeWords(words: string, after = ''): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words.split(/\s*,\s*/).join('|')})(?!\\p{L})${after}`, 'iu')
}

// A list under a line with one of these enumerates something else than answers,
const OTHER = wholeWords(
  `cons, drawbacks?, limitations?, downsides?, disadvantages, weaknesses, avoid, not recommended, watch out, sources, references,
  citations, integrations, integrates, how to, steps?, ulemper, fordele, begrænsninger, undgå, kilder, sådan, trin, nachteile,
  vorteile, einschränkungen, vermeiden, quellen, schritte`,
)
// "Best for pros" are people.
const PROS = /(?<!\p{L}|for )pros(?:\W*$|\s*(?:and|&|\/))/iu
// unless it only says what else is told of each answer: "with their pros and cons".
const TOLD_ALONG = wholeWords(
  'with, including, plus, along, and, each, their, its, strengths, pros, med, samt, og, mit, und, fordele, vorteile',
  '[^.:!?]*$',
)

/**
 * True where the line above a list says that it holds no answers but drawbacks, sources, steps and the like. The line
 * as written; English, Danish and German words.
 */
export function introducesOther(line: string): boolean {
  const cue = PROS.exec(line) ?? OTHER.exec(line)
  return cue !== null && !TOLD_ALONG.test(line.slice(0, cue.index))
}
