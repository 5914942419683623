/**
 * What a word or phrase says where it stands beside a name.
 *
 * Opinions: `praise` a merit ("reliable", "easy to use"); `fault` a fault or a warning ("slow", "lacks"); `contrast` an opinion of the
 * other kind follows ("but", "however"); `negation` turns the opinion after it around ("not", "without"); `better` and `worse` place one
 * above or below another ("better than", "trails").
 *
 * Suggestions: `first` the answer's own single choice ("the best overall", "my pick", "the winner"); `recommend` a recommendation with its
 * reason ("recommended", "best for", "ideal for", "go with", "a great choice"); `suggest` one of several in passing ("such as",
 * "consider", "options include", "also worth a look"); `discourage` advice against ("avoid", "not recommended", "skip").
 *
 * Headings and introductions: `choices` what follows is a list of answers to the question ("best", "top", "options", "alternatives");
 * `merits` ("pros", "advantages"), `faults` ("cons", "drawbacks"), `verdict` ("bottom line", "my recommendation", "conclusion"),
 * `other` (what follows is no list of answers: "sources", "how to choose", "steps", "what to look for", "FAQ").
 *
 * No opinion: `step` an instruction of a how-to ("click", "open the app"); `fact` a plain statement about a company or a thing ("was
 * founded", "is owned by", "is a company"); `source` where a statement comes from ("according to", "source:"); `shop` where something is
 * sold ("available at", "sold by", "price"); `partner` what a product works with ("integrates with", "import from", "compatible with").
 */
export type CueKind =
  | 'praise'
  | 'fault'
  | 'negation'
  | 'contrast'
  | 'better'
  | 'worse'
  | 'first'
  | 'recommend'
  | 'suggest'
  | 'discourage'
  | 'choices'
  | 'merits'
  | 'faults'
  | 'verdict'
  | 'other'
  | 'step'
  | 'fact'
  | 'source'
  | 'shop'
  | 'partner'

/**
 * A language in which answers are read. Each entry of `cues` is a list separated by commas or line breaks, in lower case: words or
 * phrases; an asterisk at the end stands for any letters that complete the word ("zuverlässig*" also reads "zuverlässiger"), one at the
 * beginning for any letters before it ("*freundlich"). In a language without spaces between words an entry is found anywhere.
 */
export interface Language {
  /** Primary subtag of BCP 47, such as "de". */
  code: string
  /** In English, such as "German". */
  name: string
  /** Its commonest function words, by which it is recognised; empty for a language that its script tells. */
  functionWords: string
  cues: Record<CueKind, string>
}
