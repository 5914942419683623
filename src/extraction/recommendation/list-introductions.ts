function wholeWords(words: string, after = ''): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${words.split(/\s*,\s*/).join('|')})(?!\\p{L})${after}`, 'iu')
}

// A list after a line with one of these words enumerates something else than answers to the question.
const OTHER_CONTENT = wholeWords(
  `cons, drawbacks?, limitations?, downsides?, disadvantages, weaknesses, avoid, not recommended, watch out, sources, references,
  citations, integrations, integrates, how to, steps?, ulemper, fordele, begrænsninger, undgå, kilder, sådan, trin, nachteile,
  vorteile, einschränkungen, vermeiden, quellen, schritte`,
)
// Advantages; in "best for pros" the word means professionals.
const PROS = /(?<!\p{L}|for )pros(?:\W*$|\s*(?:and|&|\/))/iu
// Before such a word, those above only say what else is told of each answer: "the best tools with their pros and cons".
const ACCOMPANIED = wholeWords(
  'with, including, plus, along, and, each, their, its, strengths, pros, med, samt, og, mit, und, fordele, vorteile',
  '[^.:!?]*$',
)

/**
 * True for a line above a list which says that the list has no answers to the question but drawbacks, sources, steps and the like.
 * Knows English, Danish and German words.
 */
export function introducesNoAnswers(line: string): boolean {
  const cue = PROS.exec(line) ?? OTHER_CONTENT.exec(line)
  return cue !== null && !ACCOMPANIED.test(line.slice(0, cue.index))
}
