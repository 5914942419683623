import { describe, expect, it } from 'vitest'
import type { Estimate, Kind } from './estimate.ts'
import { aheadTitle, trendTitle } from './title.ts'
import type { Trend } from './trend.ts'

const WORDING = { leads: 'leads', verb: 'mentioned' }

function share(value: number, half = 0.03): Estimate {
  return {
    value,
    low: Math.max(0, value - half),
    high: Math.min(1, value + half),
    numerator: Math.round(value * 400),
    denominator: 400,
  }
}

/** Creates standings by name; Taskfern is the brand. */
function standings(figures: Record<string, Estimate>) {
  return Object.entries(figures).map(([name, estimate]) => ({
    id: name,
    name,
    main: name === 'Taskfern',
    estimate,
  }))
}

/** Returns the title for a trend with one run. */
function ranking(figures: Record<string, Estimate>, answers = 400): string {
  return trendTitle({ trend: oneRun('share', figures), answers, wording: WORDING })
}

function oneRun(kind: Kind, figures: Record<string, Estimate>): Trend {
  const lines = standings(figures).map(({ estimate, ...line }) => ({
    ...line,
    color: 'black',
    values: [estimate],
  }))
  return { kind, runs: [{ id: '1', at: '2026-10-05T00:00:00Z', mark: null, continues: true }], lines }
}

describe('the title for one run', () => {
  it('names the leader and the brand’s place', () => {
    expect(ranking({ Taskfern: share(0.42), Globex: share(0.63), Initech: share(0.51) })).toBe(
      'Globex leads; Taskfern is in third place',
    )
  })

  it('says if the brand leads', () => {
    expect(ranking({ Taskfern: share(0.8), Globex: share(0.63) })).toBe('Taskfern leads')
  })

  it('gives no ranking for fewer than 20 answers', () => {
    expect(ranking({ Taskfern: share(0.8), Globex: share(0.1) }, 19)).toBe('Too few answers to rank')
  })

  it('claims no lead if the intervals of the first two overlap', () => {
    expect(ranking({ Taskfern: share(0.2), Globex: share(0.63), Initech: share(0.6) })).toBe(
      'Globex is just ahead of Initech; Taskfern is in third place',
    )
    expect(ranking({ Taskfern: share(0.62), Globex: share(0.63) })).toBe('Globex is just ahead of Taskfern')
    expect(ranking({ Taskfern: share(0.64), Globex: share(0.63) })).toBe('Taskfern is just ahead of Globex')
  })

  it('reports ties and shared places', () => {
    expect(ranking({ Taskfern: share(0.2), Globex: share(0.6), Initech: share(0.6) })).toBe(
      'Globex and Initech are level at the top; Taskfern is in third place',
    )
    expect(ranking({ Taskfern: share(0.6), Globex: share(0.6), Initech: share(0.6) })).toBe(
      '3 brands are level at the top',
    )
    expect(ranking({ Taskfern: share(0.2), Globex: share(0.6), Initech: share(0.2) })).toBe(
      'Globex leads; Taskfern shares second place',
    )
  })

  it('says if the brand, or every brand, is not mentioned', () => {
    expect(ranking({ Taskfern: share(0), Globex: share(0.6) })).toBe(
      'Globex leads; Taskfern is not mentioned',
    )
    expect(ranking({ Taskfern: share(0), Globex: share(0) })).toBe('No tracked brand is mentioned')
    expect(ranking({})).toBe('No tracked brand is mentioned')
    expect(ranking({ Taskfern: share(0.42) })).toBe('Taskfern: 42\u202f%')
  })

  it('treats the lowest position as the best', () => {
    const at = (value: number) => ({
      value,
      low: value - 0.2,
      high: value + 0.2,
      numerator: null,
      denominator: 90,
    })
    const estimates = { Taskfern: at(3.1), Globex: at(1.4), Initech: at(2.2) }
    const wording = { leads: 'is mentioned earliest', verb: 'mentioned' }
    expect(trendTitle({ trend: oneRun('position', estimates), answers: 400, wording })).toBe(
      'Globex is mentioned earliest; Taskfern is in third place',
    )
  })
})

/** Creates a trend of weekly runs with one list of values per entity. */
function trend(figures: Record<string, (number | null)[]>): Trend {
  const weeks = Object.values(figures)[0]?.length ?? 0
  return {
    kind: 'share',
    runs: Array.from({ length: weeks }, (_, week) => ({
      id: String(week),
      at: new Date(Date.UTC(2026, 9, 5 + 7 * week)).toISOString(),
      mark: null,
      continues: true,
    })),
    lines: Object.entries(figures).map(([name, values]) => ({
      id: name,
      name,
      color: 'black',
      main: name === 'Taskfern',
      values: values.map((value) => (value === null ? null : share(value))),
    })),
  }
}

function titleOf(figures: Record<string, (number | null)[]>): string {
  return trendTitle({ trend: trend(figures), answers: 400, wording: WORDING })
}

describe('the title for a trend', () => {
  it('says since when a brand leads, and whether the brand kept its place', () => {
    expect(
      titleOf({
        Globex: [0.3, 0.6, 0.6, 0.6],
        Initech: [0.5, 0.5, 0.5, 0.5],
        Taskfern: [0.2, 0.2, 0.2, 0.2],
      }),
    ).toMatch(/^Globex leads since 12 Oct( 2026)?; Taskfern holds third place$/)
    expect(titleOf({ Globex: [0.6, 0.6, 0.6], Initech: [0.4, 0.4, 0.2], Taskfern: [0.3, 0.3, 0.3] })).toBe(
      'Globex leads in all 3 runs; Taskfern is in second place',
    )
  })

  it('does not mention earlier runs if there are fewer than three', () => {
    expect(titleOf({ Globex: [0.6, 0.6], Taskfern: [0.3, 0.3] })).toBe(
      'Globex leads; Taskfern holds second place',
    )
    expect(titleOf({ Globex: [0.6], Taskfern: [0.3] })).toBe('Globex leads; Taskfern is in second place')
  })

  it('does not count a run in which the leader has no value', () => {
    expect(titleOf({ Globex: [0.6, null, 0.6, 0.6], Taskfern: [0.3, 0.3, 0.3, 0.3] })).toBe(
      'Globex leads; Taskfern holds second place',
    )
  })

  it('needs a run', () => {
    expect(titleOf({})).toBe('No tracked brand is mentioned')
  })
})

describe('the title for a ranking', () => {
  const ahead = (figures: Record<string, Estimate>, answers = 400) =>
    aheadTitle({ kind: 'share', standings: standings(figures), answers })

  it('counts the competitors ahead of the brand', () => {
    expect(ahead({ Taskfern: share(0.3), Globex: share(0.6), Initech: share(0.4), Hooli: share(0.1) })).toBe(
      '2 of 3 competitors are ahead of Taskfern',
    )
    expect(ahead({ Taskfern: share(0.3), Globex: share(0.3), Initech: share(0.4) })).toBe(
      '1 of 2 competitors is ahead of Taskfern',
    )
    expect(ahead({ Taskfern: share(0.7), Globex: share(0.3) })).toBe('No competitor is ahead of Taskfern')
    expect(ahead({ Taskfern: share(0.2), Globex: share(0.3) })).toBe('The competitor is ahead of Taskfern')
  })

  it('explains why there is no ranking', () => {
    expect(ahead({ Taskfern: share(0.2), Globex: share(0.3) }, 10)).toBe('Too few answers to rank')
    expect(ahead({ Taskfern: share(0.2) })).toBe('No competitor is tracked')
    expect(ahead({ Globex: share(0.2) })).toBe('The brand has too few answers to rank')
  })
})
