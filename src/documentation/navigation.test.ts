import { describe, expect, it } from 'vitest'
import { PACKAGE_ROOT } from '../infra/package-root.ts'
import { readGuides } from './guides/read.ts'
import { GROUPS } from './navigation.ts'

const guides = readGuides(PACKAGE_ROOT).map(({ slug }) => slug)
const listed = GROUPS.flatMap((group) => group.guides.map(({ slug }) => slug))

describe('the navigation', () => {
  it('lists every guide, each once', () => {
    expect(guides.filter((slug) => !listed.includes(slug))).toEqual([])
    expect(new Set(listed).size).toBe(listed.length)
  })

  it('has no guide whose path is that of a generated page', () => {
    expect(guides.filter((slug) => ['rest', 'graphql-reference', 'assets'].includes(slug))).toEqual([])
  })
})
