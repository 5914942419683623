import { existsSync, readFileSync } from 'node:fs'
import { extract } from '../../src/extraction/extract.ts'
import { DATA } from './sets.ts'

const FOLDER = `${DATA}/ai_answers_labelled`
/** Hand-made labels without the texts of the answers: see docs/metrics.md. */
const LABELS = 'test/quality/themes.jsonl'

/** Labels of one answer: `theme:label` of each brand that the answer praises or criticizes for something. */
interface ThemeLabels {
  file: string
  id: string
  /** The rules were written with the answers of `tuning`; figures are published for `held_out`. */
  part: 'tuning' | 'held_out'
  brands: Record<string, string[]>
}

interface LabelledAnswer {
  id: string
  set?: string
  text: string
  entities: { name: string; aliases?: string[]; named: boolean }[]
}

/** Labels that are correct, missing and wrong. */
interface ThemeCounts {
  correct: number
  missed: number
  wrong: number
}

/** A theme and label of a brand in an answer, and whether it is expected and extracted. */
interface JudgedTheme {
  id: string
  set: string
  part: ThemeLabels['part']
  brand: string
  theme: string
  label: string
  outcome: keyof ThemeCounts
  evidence: string
}

function readAnswers(file: string): Map<string, LabelledAnswer> | null {
  const path = `${FOLDER}/${file}.jsonl`
  if (!existsSync(path)) return null
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return new Map(lines.map((line) => JSON.parse(line)).map((answer: LabelledAnswer) => [answer.id, answer]))
}

/**
 * Compares the extracted themes with the labels, one element per expected or extracted theme. Neutral themes and themes
 * outside the known ones are not labeled and do not count. Null if the answers are not available.
 */
function judgeThemes(): JudgedTheme[] | null {
  const files = new Map<string, Map<string, LabelledAnswer> | null>()
  const judged: JudgedTheme[] = []
  for (const line of readFileSync(LABELS, 'utf8').trim().split('\n')) {
    const { file, id, part, brands }: ThemeLabels = JSON.parse(line)
    if (!files.has(file)) files.set(file, readAnswers(file))
    const answer = files.get(file)?.get(id)
    if (!answer) return null
    const entities = answer.entities.filter(({ named }) => named)
    const { themes } = extract({
      text: answer.text,
      entities: entities.map(({ name, aliases = [] }) => ({ name, aliases: aliases.slice(0, 20) })),
    })
    entities.forEach(({ name: brand }, entity) => {
      const expected = new Set(brands[brand] ?? [])
      const extracted = new Map(
        themes
          .filter(
            (theme) =>
              theme.entity === entity && theme.label !== 'neutral' && !theme.theme.startsWith('other:'),
          )
          .map(({ theme, label, start, end }) => [`${theme}:${label}`, answer.text.slice(start, end)]),
      )
      for (const key of new Set([...expected, ...extracted.keys()])) {
        const [theme = '', label = ''] = key.split(':')
        const outcome = !extracted.has(key) ? 'missed' : expected.has(key) ? 'correct' : 'wrong'
        judged.push({
          id,
          set: answer.set ?? file,
          part,
          brand,
          theme,
          label,
          outcome,
          evidence: extracted.get(key) ?? '',
        })
      }
    })
  }
  return judged
}

/** Returns precision, recall and F1 of themes, 0…1. */
function scoreThemes(judged: readonly JudgedTheme[]): Record<'precision' | 'recall' | 'f1', number> {
  const count = (outcome: keyof ThemeCounts) => judged.filter((theme) => theme.outcome === outcome).length
  const [correct, missed, wrong] = [count('correct'), count('missed'), count('wrong')]
  const [precision, recall] = [correct / (correct + wrong), correct / (correct + missed)]
  return { precision, recall, f1: (2 * correct) / (2 * correct + missed + wrong) }
}

/**
 * Returns table rows with precision and recall on the answers that the rules were not tuned with: in total, by label, by
 * set of answers, per theme and as the mean over themes.
 */
export function measureThemes(): string[][] {
  const judged = (judgeThemes() ?? []).filter(({ part }) => part === 'held_out')
  const rows: string[][] = []
  const add = (group: string, themes: readonly JudgedTheme[]) => {
    for (const [measure, value] of Object.entries(scoreThemes(themes)))
      rows.push([`themes: ${group}`, `${measure}, answers not used for tuning`, value.toFixed(3), ''])
  }
  if (judged.length === 0) return rows
  add('all', judged)
  for (const field of ['label', 'set', 'theme'] as const)
    for (const value of [...new Set(judged.map((theme) => theme[field]))].sort())
      add(
        value,
        judged.filter((theme) => theme[field] === value),
      )
  const scores = [...new Set(judged.map(({ theme }) => theme))].map((name) =>
    scoreThemes(judged.filter(({ theme }) => theme === name)),
  )
  const mean = (measure: 'precision' | 'recall' | 'f1') =>
    scores.reduce((sum, score) => sum + (score[measure] || 0), 0) / scores.length
  for (const measure of ['precision', 'recall', 'f1'] as const)
    rows.push([
      'themes: mean over themes',
      `${measure}, answers not used for tuning`,
      mean(measure).toFixed(3),
      '',
    ])
  return rows
}
