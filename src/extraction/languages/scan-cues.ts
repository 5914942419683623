import type { Span } from '../foundation/observation.ts'
import { classAt, isExtender, OTHER } from '../text/fold.ts'
import { buildTrie, type Trie, type TrieEntry } from './cue-trie.ts'
import { CUE_KINDS, type CueKind, type Language } from './foundation/language.ts'

/** A match of a cue list entry in a text. */
export interface FoundCue<Kind = CueKind> extends Span {
  kind: Kind
}

/** Word lists of a language, compiled for `scanCues`. */
export interface CueIndex<Kind = CueKind> {
  /** Trie of entries, starting with the first character. */
  forward: Trie<Kind>
  /** Trie of entries with a leading asterisk, starting with the last character. */
  backward: Trie<Kind>
  /** True if words are not separated by spaces, so that an entry matches anywhere. */
  unspaced: boolean
}

/** Compiles the cue lists of a language. The time is linear in their length. */
export function compileCues(language: Language): CueIndex {
  return compileLists(
    CUE_KINDS.map((kind) => ({ kind, entries: language.cues[kind] })),
    isUnspaced(language),
  )
}

/** True if the words of a language are not separated by spaces. */
export function isUnspaced({ grammar: { functionWords } }: Language): boolean {
  return functionWords.length === 0
}

/** Compiles word lists. The time is linear in their length. */
export function compileLists<Kind>(
  lists: readonly { kind: Kind; entries: readonly string[] }[],
  unspaced: boolean,
): CueIndex<Kind> {
  const forward: TrieEntry<Kind>[] = []
  const backward: TrieEntry<Kind>[] = []
  for (const { kind, entries } of lists) {
    for (const entry of entries) {
      if (entry.startsWith('*')) backward.push({ text: reversed(entry.slice(1)), kind, open: false })
      else if (entry.endsWith('*')) forward.push({ text: entry.slice(0, -1), kind, open: true })
      else forward.push({ text: entry, kind, open: false })
    }
  }
  return { forward: buildTrie(forward), backward: buildTrie(backward), unspaced }
}

function reversed(text: string): string {
  return Array.from({ length: text.length }, (_, at) => text.charAt(text.length - 1 - at)).join('')
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 128)
    return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90)
  return classAt(text, at) !== OTHER || isExtender(code)
}

function endOfWord(text: string, from: number): number {
  let at = from
  while (at < text.length && isLetter(text, at)) at += 1
  return at
}

interface Match<Kind> {
  end: number
  kinds: readonly Kind[]
}

function matchForward<Kind>(
  { forward, unspaced }: CueIndex<Kind>,
  text: string,
  start: number,
): Match<Kind> | null {
  let match: Match<Kind> | null = null
  let node = 0
  if (forward.isNoBeginning(text.charCodeAt(start), text.charCodeAt(start + 1))) return null
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at)
    node = forward.child(node, code === 0x2019 ? 39 : code)
    if (node < 0) return match
    const open = forward.open[node]
    if (open) match = { end: unspaced ? at + 1 : endOfWord(text, at + 1), kinds: open }
    const whole = forward.whole[node]
    if (whole && (unspaced || !isLetter(text, at + 1))) match = { end: at + 1, kinds: whole }
  }
}

function matchBackward<Kind>(
  { backward }: CueIndex<Kind>,
  text: string,
  start: number,
  end: number,
): Match<Kind> | null {
  let match: Match<Kind> | null = null
  let node = 0
  if (backward.isNoBeginning(text.charCodeAt(end - 1), text.charCodeAt(end - 2))) return null
  for (let at = end - 1; at >= start; at -= 1) {
    node = backward.child(node, text.charCodeAt(at))
    if (node < 0) break
    const kinds = backward.whole[node]
    if (kinds) match = { end, kinds }
  }
  return match
}

/**
 * Finds the cues of a language in a text, in ascending order. Of overlapping entries, the first and then the longest
 * wins. An entry with several kinds is returned once per kind. `lower` is the result of `lowerCase`. The time is linear
 * in the text.
 */
export function scanCues<Kind>(
  index: CueIndex<Kind>,
  lower: string,
  from = 0,
  to = lower.length,
): FoundCue<Kind>[] {
  const cues: FoundCue<Kind>[] = []
  let at = from
  while (at < to) {
    if (!isLetter(lower, at)) {
      at += 1
      continue
    }
    const end = index.unspaced ? at + 1 : endOfWord(lower, at)
    const match = matchForward(index, lower, at) ?? matchBackward(index, lower, at, end)
    if (match && match.end <= to) {
      for (const kind of match.kinds) cues.push({ kind, start: at, end: match.end })
      at = match.end
    } else at = end
  }
  return cues
}
