import { describe, expect, it } from 'vitest'
import { scanMarkdown } from '../markdown/markdown.ts'
import { compileNames } from './matcher.ts'
import { findNames } from './mentions.ts'

function isBrand(name: string, text: string): boolean {
  return findNames(text, scanMarkdown(text).masked, compileNames([{ name }])).length > 0
}

describe('a brand name that is also an ordinary word', () => {
  it.each([
    ['Shell', 'shell reported record profits and will buy back shares'],
    ['Shell', 'the rig is operated by shell in the north sea'],
    ['Orange', 'customers of orange and vodafone were affected'],
    ['Target', 'retailers like walmart and target cut prices'],
    ['Delta', 'pilots at delta voted to strike'],
    ['Jaguar', 'jaguar unveiled its first electric suv'],
    ['Subway', 'subway opened 500 franchise stores last year'],
    ['Puma', 'sneakers by puma and adidas'],
  ])('is the brand %s in lower-case text because of the words around it: %s', (name, text) => {
    expect(isBrand(name, text)).toBe(true)
  })

  it.each([
    ['Shell', 'the shell of the snail is thick and brown'],
    ['Orange', 'peel the orange and cut it into slices'],
    ['Target', 'set a target and track it'],
    ['Delta', 'rice is grown in the delta of the mekong river'],
    ['Jaguar', 'the jaguar hunts at night in the rainforest'],
    ['Subway', 'he took the subway to brooklyn'],
    ['Dove', 'a white dove sat on the roof'],
    ['Visa', 'you need a visa to enter the country'],
  ])('is not the brand %s in lower-case text because of the words around it: %s', (name, text) => {
    expect(isBrand(name, text)).toBe(false)
  })

  it.each([
    ['Square', 'For small shops we would pick Square or Toast.'],
    ['Notion', '1. **Notion** – notes and databases'],
    ['Monday', '### Monday\nA board for every team.'],
    ['Apple', 'Apple Watch Ultra is the toughest of them all.'],
    ['Bell', 'Bell lawsuit over prepaid plans goes ahead.'],
    ['Sky', 'The match is live on Sky tonight.'],
    ['Virgin', 'Virgin buys the rest of its rival.'],
    ['Guardian', 'Ministers to resign | Guardian https://example.com/x'],
    ['Independent', 'we changed our name to @ independent, thanks'],
  ])('is the brand %s when its capital letter is not explained by position: %s', (name, text) => {
    expect(isBrand(name, text)).toBe(true)
  })

  it.each([
    ['Target', 'Target audience matters more than price.'],
    ['Target', 'Target customers with ads that fit.'],
    ['Square', 'The flat has 900 square feet. Square footage matters.'],
    ['United', 'It ships to the United Kingdom.'],
    ['Forest', 'A shooting was reported in River Forest today.'],
    ['Sun', 'Love is like the Sun, it shines bright and warms the earth.'],
    ['Open', 'Open the file and save it.'],
  ])('is not the brand %s where any word would have a capital letter: %s', (name, text) => {
    expect(isBrand(name, text)).toBe(false)
  })

  it('does not affect names without another meaning, in any letter case', () => {
    for (const text of ['i use figma daily', 'Figma draws.', 'We draw in figma.', 'FIGMA'])
      expect(isBrand('Figma', text)).toBe(true)
  })

  it('is decided by its own line only', () => {
    const noise = '\npeel and cook the fruit of the tree\n'
    expect(isBrand('Apple', `${noise}apple announced new laptops${noise}`)).toBe(true)
    expect(isBrand('Apple', '\napple sauce and pears\ngoogle sells software\n')).toBe(false)
  })
})
