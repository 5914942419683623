import type { Span } from '../observation.ts'
import { classAt, isExtender, OTHER } from '../text/fold.ts'
import { buildTrie, type Trie, type TrieEntry } from './cue-trie.ts'
import type { CueKind, Language } from './language.ts'

/** A word or phrase of a language's cue list, where it stands in a text. */
export interface FoundCue extends Span {
  kind: CueKind
}

/** The cue lists of a language, compiled for `scanCues`. */
export interface CueIndex {
  /** Entries by their characters from the first. */
  forward: Trie
  /** Entries with an asterisk at the beginning, by their characters from the last. */
  backward: Trie
  /** Words are not separated by spaces: an entry is found anywhere. */
  unspaced: boolean
}

/** The entries of a cue list: what stands between commas and line breaks, without surrounding spaces. */
export function entriesOf(list: string): string[] {
  return list
    .split(/[,\n]/)
    .map((entry) => entry.trim().replaceAll('’', "'"))
    .filter((entry) => entry !== '')
}

/** Compiles the cue lists of a language; takes time in their length. */
export function compileCues({ cues, functionWords }: Language): CueIndex {
  const forward: TrieEntry[] = []
  const backward: TrieEntry[] = []
  for (const kind of Object.keys(cues) as CueKind[]) {
    for (const entry of entriesOf(cues[kind])) {
      if (entry.startsWith('*')) backward.push({ text: reversed(entry.slice(1)), kind, open: false })
      else if (entry.endsWith('*')) forward.push({ text: entry.slice(0, -1), kind, open: true })
      else forward.push({ text: entry, kind, open: false })
    }
  }
  return { forward: buildTrie(forward), backward: buildTrie(backward), unspaced: functionWords === '' }
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

interface Match {
  end: number
  kinds: readonly CueKind[]
}

function matchForward({ forward, unspaced }: CueIndex, text: string, start: number): Match | null {
  let found: Match | null = null
  let node = 0
  if (forward.isNoBeginning(text.charCodeAt(start), text.charCodeAt(start + 1))) return null
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at)
    node = forward.child(node, code === 0x2019 ? 39 : code)
    if (node < 0) return found
    const open = forward.open[node]
    if (open) found = { end: unspaced ? at + 1 : endOfWord(text, at + 1), kinds: open }
    const whole = forward.whole[node]
    if (whole && (unspaced || !isLetter(text, at + 1))) found = { end: at + 1, kinds: whole }
  }
}

function matchBackward({ backward }: CueIndex, text: string, start: number, end: number): Match | null {
  let found: Match | null = null
  let node = 0
  if (backward.isNoBeginning(text.charCodeAt(end - 1), text.charCodeAt(end - 2))) return null
  for (let at = end - 1; at >= start; at -= 1) {
    node = backward.child(node, text.charCodeAt(at))
    if (node < 0) break
    const kinds = backward.whole[node]
    if (kinds) found = { end, kinds }
  }
  return found
}

/**
 * Finds the cues of a language in a text, in ascending order; of overlapping entries the one that begins first, then the longest. An entry
 * of several kinds is found once for each. `lower` is the text as returned by `lowerCase`. Takes time linear in the text.
 */
export function scanCues(index: CueIndex, lower: string, from = 0, to = lower.length): FoundCue[] {
  const cues: FoundCue[] = []
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
