import fc from 'fast-check'
import type { Extraction, Span, TrackedEntity } from './foundation/observation.ts'

/** For tests: entities in several scripts, some with spellings that are difficult to match. */
export const entities: TrackedEntity[] = [
  { name: 'Acme', aliases: ['Acme Cloud'] },
  { name: 'Nestlé' },
  { name: 'ソニー' },
  { name: 'Coca-Cola' },
  { name: 'Booking.com' },
  { name: 'أرامكو' },
  { name: 'Target' },
]

const PIECES = [
  'Acme',
  'ACME cloud',
  'AcmeCloud',
  'Ac**me**',
  'Nestle\u0301',
  'Nest\u00adlé',
  'ソニー',
  'coca\u00a0cola',
  'booking.com',
  'وأرامكو',
  'أَرَامْكُو',
  ' Target ',
  "'s ",
  's ',
  ' is better than ',
  '\n1. ',
  '\n- ',
  '\n## 2. ',
  '\r\n',
  '  \n',
  '\t',
  '**',
  '`',
  '```\n',
  '\n| ',
  ' | ',
  '|---|',
  '[',
  '](https://acme.com/',
  ')',
  ' best choice ',
  " I'm not aware of ",
  '. ',
  '? ',
  '\u202eabc\u202c',
  '\u200b',
  'é',
  'e\u0301',
  'שָׁלוֹם ',
  '👩\u200d💻',
  '✅\ufe0f',
  '🇩🇰',
]
/** For tests: a piece of an answer, such as a name, Markdown syntax or a few characters. */
export const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'grapheme', maxLength: 6 }))
/** For tests: an answer made of such pieces, with and without mentions of the entities. */
export const answer = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''))
/** For tests: returns all spans of an extraction. */
export function spansOf({
  mentions,
  lists,
  citations,
  comparisons,
  entities: observed,
  discovered,
}: Extraction): Span[] {
  return [
    ...mentions,
    ...mentions.map(({ evidence }) => evidence),
    ...comparisons,
    ...lists.flatMap((list) => list.items),
    ...citations.flatMap((citation) => citation.spans),
    ...observed.flatMap((entity) => entity.recommendation.evidence ?? []),
    ...discovered,
    ...discovered.map(({ evidence }) => evidence),
  ]
}
