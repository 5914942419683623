import { clauseAt, type FactSentence, isHedged } from './sentence.ts'

/** What a sentence says about whether something is offered. */
export type Offer = 'offered' | 'not_offered' | 'unclear'

// Up to four words between a verb and its object: "doesn't offer a true offline mode".
const DETERMINED = String.raw`(?:(?:an?|any|the|its|their|your|of|public|native|built-in|true|real|full|proper|dedicated|official|completely|fully|generous|separate|own|simple|basic|standard|\w+-\w+) ){0,4}`
const OFFER_VERB =
  '(?:has|have|had|having|offers?|offering|includes?|including|supports?|supporting|provides?|providing|features?|featuring|comes? with|ships with|gives you|gives|gets?|got|adds?|added|enjoys?|with|allows?|via|plus)'
const NOT_VERB =
  "(?:do|does|did|is|are|was|has|have|can|could|will)(?: not|n't| still not)|cannot|can't|won't"
const OFFER_VERB_BASE =
  '(?:have|offer|include|support|provide|feature|come with|give|do|get|ship with|allow|sell|run)'
const ADVERB = '(?:currently|yet|even|really|officially|actually|natively|still|also) '

const BEFORE_NEGATIVE = new RegExp(
  String.raw`(?:\b(?:no longer (?:${OFFER_VERB}|${OFFER_VERB_BASE})|never (?:had|offered|supported|included)|(?:${NOT_VERB}) (?:${ADVERB})?${OFFER_VERB_BASE}|(?:is|are|was|there)(?: not|n't)|isn't|lacks?|lacking|missing|misses|omits?|without|(?:no|zero)|nor|not(?= an?\b)|discontinued|dropped|removed|retired|ended|ditched|scrapped|killed|(?:got|gets|getting) rid of|absence of|lack of)) ${DETERMINED}$`,
)
const BEFORE_POSITIVE = new RegExp(String.raw`\b(?:${OFFER_VERB}|${OFFER_VERB_BASE}) ${DETERMINED}$`)
const AFTER_NEGATIVE =
  /^(?:\W|\b(?:in|of|for|at|from|with) [\w' -]{1,40}?\b)*? ?(?:is|are|was|were|has been|have been|isn't|aren't|wasn't)? ?(?:currently |still |also |yet )?(?:not |n't |no longer |never )?(?:yet |currently |officially )?(?:(?<=not |n't |no longer |never |yet |isn't |aren't )(?:available|supported|offered|included|provided|possible|part of)|unavailable|missing|absent|lacking|unsupported|discontinued|dropped|removed|retired)\b/
const AFTER_POSITIVE =
  /^(?: (?:is|are|was)(?: also| now| always)?)? ?(?:available|supported|included|offered|provided|built in|built-in|works?|comes standard|lasts?|exists)\b/
const NOT_ONLY = /\bnot (?:only|just)\b/
const LIMITED =
  /\b(?:limited|partial|partially|basic|rudimentary|some|restricted|half-baked|only|sort of|kind of)\b/

/**
 * Decides whether a sentence says that the thing at `start`…`end` is offered, in this order: negated before or after
 * the thing, hedged, offered.
 */
export function classifyOffer(
  sentence: FactSentence,
  { start, end }: { start: number; end: number },
  { limits = true }: { limits?: boolean } = {},
): Offer {
  const clause = clauseAt(sentence, start)
  const before = clause.text.slice(0, start - clause.start)
  const after = clause.text.slice(end - clause.start)
  if (isHedged(sentence, start)) return 'unclear'
  const negated = !NOT_ONLY.test(before) && (BEFORE_NEGATIVE.test(before) || negatedList(before))
  if (negated) return 'not_offered'
  if (AFTER_NEGATIVE.test(after)) return 'not_offered'
  if (limits && LIMITED.test(`${before.slice(-30)} ${after.slice(0, 40)}`)) return 'unclear'
  if (BEFORE_POSITIVE.test(before) || AFTER_POSITIVE.test(after)) return 'offered'
  return isPresupposed(sentence, { start, end }, before, after) ? 'offered' : 'unclear'
}

/** "no ads, offline mode or exports": a negation also applies to the items joined to its object with "or". */
function negatedList(before: string): boolean {
  return /\b(?:no|without|lacks?|doesn't (?:have|offer|include|support)|does not (?:have|offer|include|support)) (?:[\w-]+ ){1,3}or (?:an? )?$/.test(
    before,
  )
}

/** True if the words around a thing take for granted that it exists: "Acme's app", "the app of Acme", a description. */
function isPresupposed(
  { brandNames, lower }: FactSentence,
  { start, end }: { start: number; end: number },
  before: string,
  after: string,
): boolean {
  const gap = (from: number, to: number) => lower.slice(from, to)
  const possessed = brandNames.some(
    (name) => name.end <= start && /^'s? (?:[\w-]+ ){0,3}$/.test(gap(name.end, start)),
  )
  const ofBrand = brandNames.some(
    (name) => name.start >= end && /^s? (?:of|in|at|for|with|on) (?:the )?$/.test(gap(end, name.start)),
  )
  // "Acme – templates, offline mode", "- offline mode", "(offline mode)".
  const described =
    brandNames.some(
      (name) => name.end <= start && /^\W*(?:\([^)]*\))?\W*(?:[–—:|]|- |\()/.test(gap(name.end, start)),
    ) &&
    /(?:^|[–—:|(;/]|- |, |\band |\bwith |\bfor |\bplus )\W*(?:[\w'-]+ ){0,3}$/.test(before) &&
    !/\b(?:not|no|without|than|instead|unlike|needs?|requires?|avoid|lacks?|add)\b/.test(before.slice(-40))
  const bare =
    /^\W*(?:[\w-]+ ){0,2}$/.test(before) &&
    /^(?:[.,;:)|*]|$| with\b| for\b| and\b)/.test(after) &&
    !/^\W*$/.test(lower)
  const listed =
    /(?:^|[,:(])\s?(?:and |plus )?(?:[\w-]+ ){0,2}$/.test(before) && BEFORE_POSITIVE_ANYWHERE.test(before)
  const conjoined = /\b(?:and|or|&|,) (?:[\w-]+ ){0,2}$/.test(before) && BEFORE_POSITIVE_ANYWHERE.test(before)
  return (
    possessed ||
    ofBrand ||
    described ||
    (bare && brandNames.length === 0) ||
    listed ||
    conjoined ||
    / its (?:[\w-]+ ){0,2}$/.test(before)
  )
}

const BEFORE_POSITIVE_ANYWHERE = new RegExp(
  String.raw`\b(?:${OFFER_VERB})\b(?!.*\b(?:not|no|without|lacks?|n't)\b)`,
)
