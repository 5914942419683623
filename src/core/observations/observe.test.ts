import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extract } from '../../extraction/extract.ts'
import type { TrackedEntity } from '../../extraction/foundation/observation.ts'
import { answer, entities } from '../../extraction/sample-answers.ts'
import type { Observation, Quote } from './observation.ts'
import { observe } from './observe.ts'

/** Labeled answers, which are not part of the repository. */
const FILE = join(process.env.DATA ?? '../shared/data', 'ai_answers_labelled', 'dev.jsonl')

function observed(text: string, [brand, ...competitors]: readonly TrackedEntity[]): Observation {
  if (!brand) throw new Error('a brand must be tracked')
  const named = (entity: TrackedEntity) => ({
    name: entity.name,
    aliases: [...(entity.aliases ?? [])],
    domains: [],
  })
  const snapshot = {
    brand: named(brand),
    competitors: competitors.map((competitor) => ({ id: competitor.name, ...named(competitor) })),
  }
  return observe(text, extract({ text, entities: [brand, ...competitors] }), snapshot, null)
}

/** Expects that the spans and evidence of each tracked brand match its counts. */
function expectAgreement(
  text: string,
  { brand, sentiment, recommendation, competitors, details }: Observation,
) {
  const all = [
    { ...brand, evidence: sentiment.evidence, recommendation, tones: sentiment },
    ...competitors.map((competitor, index) => ({
      ...competitor,
      evidence: competitor.sentimentEvidence,
      firstOffset: details?.competitors[index]?.firstOffset ?? null,
      tones: details?.competitors[index],
    })),
  ]
  for (const entity of all) {
    const { spans, mentionCount, mentioned, denied, firstOffset, evidence, tones } = entity
    expect(spans).toHaveLength(mentionCount)
    expect(mentioned).toBe(mentionCount > 0)
    expect(mentioned && denied).toBe(false)
    expect(spans?.[0]?.start ?? null).toBe(firstOffset)
    for (const [index, { start, end }] of (spans ?? []).entries()) {
      expect(end).toBeGreaterThan(start)
      expect(start).toBeGreaterThanOrEqual(spans?.[index - 1]?.end ?? 0)
      expect(end).toBeLessThanOrEqual(text.length)
    }
    const hasClause = (wanted: string) => evidence?.some(({ label }) => label === wanted) ?? false
    // A mention is quoted only if its praise or criticism is clear.
    for (const tone of ['positive', 'negative'] as const)
      if (hasClause(tone)) expect(tones?.[tone]).toBeGreaterThan(0)
    const quotes: Quote[] = [
      ...(evidence ?? []),
      ...(entity.recommendation?.evidence ? [entity.recommendation.evidence] : []),
    ]
    for (const { start, end, text: words } of quotes) expect(words).toBe(text.slice(start, end))
  }
  for (const { mentioned, recommended, rank, recommendation: detail } of competitors) {
    expect(detail === null).toBe(!mentioned)
    if (detail) expect(detail.recommended).toBe(recommended)
    else expect(recommended).not.toBe(true)
    expect(detail?.rank ?? null).toBe(rank)
  }
}

describe('spans and evidence of every tracked brand match its counts', () => {
  it('in generated answers', () => {
    fc.assert(
      fc.property(answer, (text) => {
        expectAgreement(text, observed(text, entities))
      }),
    )
  })

  it.runIf(existsSync(FILE))(
    'in labeled answers of real assistants',
    () => {
      for (const line of readFileSync(FILE, 'utf8').trim().split('\n')) {
        const { text, entities: named = [] }: { text: string; entities?: TrackedEntity[] } = JSON.parse(line)
        if (named.length > 0) expectAgreement(text, observed(text, named))
      }
    },
    30_000,
  )
})
