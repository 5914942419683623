import { describe, expect, it } from 'vitest'
import { scanMarkdown } from '../document/markdown.ts'
import { compileNames } from './matcher.ts'
import { findNames } from './mentions.ts'

function count(name: string, text: string, language: string | null = null): number {
  return findNames(text, scanMarkdown(text).masked, compileNames([{ name }]), language).length
}

function isBrand(name: string, text: string, language: string | null = null): boolean {
  return count(name, text, language) > 0
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
  ])('is the brand %s in lower case because of its context: %s', (name, text) => {
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
  ])('is not the brand %s in lower case because of its context: %s', (name, text) => {
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
  ])('is the brand %s if its position does not explain its capital: %s', (name, text) => {
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
  ])('is not the brand %s where any word would have a capital: %s', (name, text) => {
    expect(isBrand(name, text)).toBe(false)
  })

  it('always accepts names without another meaning, in any letter case', () => {
    for (const text of ['i use figma daily', 'Figma draws.', 'We draw in figma.', 'FIGMA'])
      expect(isBrand('Figma', text)).toBe(true)
  })

  it('depends only on its own line', () => {
    const noise = '\npeel and cook the fruit of the tree\n'
    expect(isBrand('Apple', `${noise}apple announced new laptops${noise}`)).toBe(true)
    expect(isBrand('Apple', '\napple sauce and pears\ngoogle sells software\n')).toBe(false)
  })

  it.each([
    ['Tide', 'Tide removes most stains. Others like Tide too.', 2],
    ['Tide', 'Tide yourself over. Others like Tide too.', 1],
    ['Delta', 'Delta flights leave on time. We flew with Delta.', 2],
    ['Delta', 'Delta flights leave on time.', 0],
    ['Square', 'Square all this with your budget.', 0],
    ['Obsidian', 'Obsidian drew those who like plain files.', 1],
  ])('depends on the rest of the answer at the start of a sentence: %s in "%s"', (name, text, times) => {
    expect(count(name, text)).toBe(times)
  })

  it.each([
    ['UPS', 'Better sign-ups and Start-Ups.'],
    ['UPS', 'It has its ups and downs.'],
    ['Keeper', 'She is the keeper of the list.'],
    ['Best Buy', 'It is the best buy of the year.'],
  ])('is not the brand %s in a hyphenated word, or in lower case in edited text: %s', (name, text) => {
    expect(isBrand(name, text)).toBe(false)
  })
})

describe('a name in a non-English text', () => {
  it.each([
    ['de', 'Drei', 'Das dauert drei Minuten.'],
    ['de', 'Drei', 'Kurz gesagt. Drei Fragen helfen.'],
    ['es', 'Día', 'La tarifa cambia cada día según la demanda.'],
    ['it', 'Subito', 'Costa poco. Subito dopo conviene salvare i dati.'],
    ['sv', 'Bra', 'Det brukar gå bra.'],
    ['nl', 'bol', 'Een bol ijs in de winkel.'],
    ['pt', 'Oi', 'Oi! Dá para publicar agora.'],
  ])('is not the brand where it may be a word: %s, %s in "%s"', (language, name, text) => {
    expect(isBrand(name, text, language)).toBe(false)
  })

  it.each([
    ['de', 'Drei', 'Drei ist günstig.'],
    ['de', 'adidas', 'Schuhe von Nike, adidas und Puma.'],
    ['de', 'Adidas', 'Schuhe von Nike, adidas und Puma.'],
    ['de', 'VW', 'Bei VW-Händlern gibt es ihn.'],
    ['da', 'Løgismose', 'Prøv Løgismoses is.'],
    ['da', 'Cocio', 'Til børn er der mange. Cocio fra Esbjerg er kendt.'],
    ['it', 'Toyota', 'Consuma poco. Toyota, inoltre, offre una garanzia.'],
    ['fr', 'Free', '**Et Free ?** Le forfait reste bon.'],
    ['pt', 'Polo', 'O Polo é bom de dirigir.'],
    ['sv', 'Tre', 'Abonnemanget går på Tres nät.'],
    ['sv', 'Tre', 'Tre låter bra. Men nätet hos Tre har hål.'],
  ])('is the brand if its capital or position shows it: %s, %s in "%s"', (language, name, text) => {
    expect(isBrand(name, text, language)).toBe(true)
  })

  it('is not the brand in Japanese adjectives and names of eras', () => {
    expect(isBrand('シャープ', 'シャープな後味', 'ja')).toBe(false)
    expect(isBrand('シャープ', 'シャープなら安い', 'ja')).toBe(true)
    expect(isBrand('明治', '明治時代の昔', 'ja')).toBe(false)
    expect(isBrand('Anker', 'Ankerの電池', 'ja')).toBe(true)
  })
})
