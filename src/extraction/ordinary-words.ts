/** English words that are brands too. Kept short: a word joins when it was seen to be mistaken. */
const ORDINARY = new Set(
  `access ace acorn affirm alphabet amazon amber amplitude anchor apollo apple arc arm arrow aspen atlas aurora avid axis
  banana base bench bend bill bird blackberry block bloom blue bolt boost boots box brave braid bridge bubble buffer bumble
  butter calm canvas carbon caterpillar champion chase chime circle citizen clay clear clever clover coach coda column
  compass concur copper coral craft crest crown cursor dawn delta diesel discord discover dish dove dragon drift drop echo
  edge element ember envoy epic express factor fidelity figure finch flow focus forge forward fox frame fresh front
  frontier fuse galaxy gap gem general ghost glass glow gong grace grain graph grid guess gusto harvest haven hawk heap
  hello hive home honey hopper hub ideal indeed instant intercom iris jaguar jet jumbo kite lattice leap legend lemonade
  level lever lift linear link liquid loft loom loop lotus lucid lunar lush magic mango manual maple march mars match mean
  medium mercury meta method mint mission mode monday monster moss motion motive native nest next nexus nimble noble north
  notion nova oak oasis object ocean omega one open opera optimum oracle orange orbit otter outreach oxygen pace panda
  panther patch path peak pearl perplexity pilot pinnacle pioneer pipe pixel plaid planet pocket point polo power premier
  prime prism proton pulse puma pure quest ramp range rapid raven reach ready rebel reflex relay remote render
  revolve ring ripple rise river robin rocket root rover sage salt sand scale scout segment sense sentry shell shift
  signal simple sketch sky slack smart snap snowflake sonic spark speed spike spirit splash spot spring sprint sprout
  square stack staples star stone stream stripe sun supreme surge swan swift table tableau target teachable tempo tide
  tiger time toast topaz torch total tower trace trade train tread trek triumph turbo twin twist unity universal usher
  valley vault vector venture verge vertex vine virgin visa vision vista vital vogue volt wave web west whisper wise wish
  wonder zen zero zest zip zoom`.split(/\s+/),
)

const CALENDAR = new Set(['monday', 'march'])
const BEFORE_DATE = new Set(
  'on by every next last this until till since from each late early of in'.split(' '),
)
const AFTER_DATE = new Set('morning afternoon evening night through to at'.split(' '))
// A verb, or a noun of business, makes the word before it a name even where every word has a capital.
const AFTER_NAME = new Set(
  `is was has had offers provides lets allows helps makes gives supports includes integrates costs charges charged said
  says announced launched released vs inc corp ltd llc app crm ai api pro plus software platform stock shares store stores
  ceo can also does did remains stands excels uses works`.split(/\s+/),
)

/** True for a one-word name that is also an ordinary English word, or too short to be told by its letters alone. */
export function isOrdinaryWord(name: string): boolean {
  const word = name.trim().toLowerCase()
  return ORDINARY.has(word) || /^[a-z]{1,2}$/.test(word)
}

function wordAfter(text: string, offset: number): string {
  return /^[\s*_]*(\p{L}{1,20})/u.exec(text.slice(offset, offset + 30))?.[1]?.toLowerCase() ?? ''
}

function wordBefore(text: string, offset: number): string {
  return (
    /(\p{L}{1,20})[\s*_]{0,4}$/u.exec(text.slice(Math.max(0, offset - 24), offset))?.[1]?.toLowerCase() ?? ''
  )
}

/** True where any word would carry a capital: at the beginning of a line, sentence, cell or quotation. */
function capitalExpected(text: string, start: number): boolean {
  let at = start - 1
  while (at >= 0 && ' \t*_#>-•"“(['.includes(text.charAt(at))) at -= 1
  return at < 0 || '.!?:|\n。！？0123456789'.includes(text.charAt(at))
}

/** "Lucid Air — a sedan": the word begins a longer name that heads an item. */
const HEADS_ITEM = /^(?: (?:\p{Lu}|\d)[\p{L}\d]{0,20}){1,3}(?: [–—-] |:)/u

/** True where the word alone fills emphasis, a link, a cell or the head of an item, or begins the name that does. */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 2), start)
  const after = text.slice(end, end + 4)
  if (capitalExpected(text, start) && HEADS_ITEM.test(text.slice(end, end + 70))) return true
  if (/(\*\*|__|\[|\| ?)$/.test(before) && /^(\*\*|__|:\*\*|\]| ?\|)/.test(after)) return true
  return capitalExpected(text, start) && /^( [–—-] |:|\s*\n|$| \()/.test(after)
}

/**
 * Whether an ordinary word at a span is the brand of that name: it has a capital that its place does not explain, or
 * stands where a capital is expected but is followed by what follows names. Reads a few characters around the span.
 */
export function readsAsBrand(text: string, start: number, end: number, name: string): boolean {
  const written = text.slice(start, end)
  const after = text.slice(end, end + 3)
  if (name.length <= 2) return written === name && !/^(?:[-&.]\w|[+#])/.test(after)
  if (written === written.toLowerCase()) return false
  const next = wordAfter(text, end)
  if (CALENDAR.has(written.toLowerCase())) {
    if (BEFORE_DATE.has(wordBefore(text, start)) || AFTER_DATE.has(next)) return false
  }
  if (/^['’]s\b/.test(after) || AFTER_NAME.has(next)) return true
  return !capitalExpected(text, start) || standsAlone(text, start, end)
}
