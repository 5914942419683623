import { describe, expect, it } from 'vitest'
import { PACKAGE_ROOT } from '../../infra/package-root.ts'
import { readGuides } from '../guides/read.ts'
import { GROUPS } from './navigation.ts'

const guides = readGuides(PACKAGE_ROOT).map(({ slug }) => slug)
const navigationSlugs = GROUPS.flatMap((group) => group.guides.map(({ slug }) => slug))

describe('the navigation', () => {
  it('lists every guide exactly once', () => {
    expect(navigationSlugs.toSorted()).toEqual(guides.toSorted())
  })

  it('contains no guide with the path of a generated page', () => {
    expect(guides.filter((slug) => ['rest', 'graphql-reference', 'assets'].includes(slug))).toEqual([])
  })
})
