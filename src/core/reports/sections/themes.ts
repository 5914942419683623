import type { Figures } from '../../foundation/figures.ts'
import type { ThemeOfBrand } from '../../themes/definition.ts'
import type { MeasuredFacts, Section } from '../foundation/facts.ts'
import { excerpt, name, table } from '../foundation/markdown.ts'

/** Maximum number of themes and competitors in the table, and length of a quotation. */
const MAX_THEMES = 6
const MAX_COMPETITORS = 3
const MAX_QUOTE = 160

/** Renders which aspects of the brand answers praise and criticize, next to its most named competitors. */
export const themes: Section = ({ themes: [brand, ...others], figures }: MeasuredFacts) => {
  if (!brand) return []
  const shares = (theme: ThemeOfBrand | undefined) => praiseAndCriticism(theme, figures)
  const competitors = others.toSorted((a, b) => b.answers - a.answers).slice(0, MAX_COMPETITORS)
  const rows = brand.themes.flatMap((theme, index) => {
    if (theme.positive + theme.negative === 0) return []
    const same = competitors.map((competitor) => competitor.themes[index])
    return [[themeName(theme.theme), shares(theme), changeOf(theme), ...same.map(shares)]]
  })
  if (rows.length === 0) return []
  const head = [
    'Theme',
    name(brand.name),
    'Since the previous run',
    ...competitors.map((other) => name(other.name)),
  ]
  const quotes = brand.themes
    .slice(0, MAX_THEMES)
    .flatMap(({ quotes: [first] }) => (first ? [`- ${excerpt(first.text, MAX_QUOTE)}`] : []))
  return [
    '## Themes of praise and criticism',
    'Share of the answers with a brand that praise the theme, then the share that criticizes it.',
    table(head, rows.slice(0, MAX_THEMES)),
    ...(quotes.length > 0 ? [['Examples:', '', ...quotes].join('\n')] : []),
  ]
}

/** Returns the name of a theme in a sentence: `ease of use`, or the quoted word of a theme that is not known. */
function themeName(theme: string): string {
  return theme.startsWith('other:') ? `“${name(theme.slice('other:'.length))}”` : theme.replaceAll('_', ' ')
}

function praiseAndCriticism(theme: ThemeOfBrand | undefined, { rateWithInterval }: Figures): string {
  if (!theme || theme.positiveRate.denominator === 0) return '–'
  return `${rateWithInterval(theme.positiveRate)}; ${rateWithInterval(theme.negativeRate)}`
}

function changeOf({ positiveChange, negativeChange }: ThemeOfBrand): string {
  const moves = [
    ['praise', positiveChange],
    ['criticism', negativeChange],
  ] as const
  const moved = moves.flatMap(([what, { adjustedVerdict, difference }]) =>
    adjustedVerdict === 'moved' ? [`${what} ${(difference ?? 0) > 0 ? 'up' : 'down'}`] : [],
  )
  if (moved.length > 0) return moved.join(', ')
  return positiveChange.adjustedVerdict === 'within_noise' ? 'no clear change' : 'not comparable'
}
