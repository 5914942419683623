import { describe, expect, it } from 'vitest'
import { extract } from '../extract.ts'

function found(text: string, ...names: string[]): string[] {
  const { mentions } = extract({ text, entities: names.map((name) => ({ name })) })
  return mentions.map(({ start, end }) => text.slice(start, end))
}

describe('mentions', () => {
  it('matches whole words only', () => {
    expect(found('Boxes in a toolbox, Acmeville and Acme2.', 'Box', 'Acme')).toEqual([])
    expect(found('Acme, (Acme) "Acme" Acme-based Acme.', 'Acme')).toHaveLength(5)
  })

  it('allows a possessive after the name', () => {
    expect(found("Acme's and Acme’s", 'Acme')).toEqual(['Acme', 'Acme'])
  })

  it('treats hyphens, spaces and non-breaking spaces inside a name alike', () => {
    const text = 'Coca-Cola, coca cola, Coca\u00a0Cola, Coca\u2011Cola, CocaCola'
    expect(found(`${text}, Cocacola`, 'Coca-Cola')).toEqual(text.split(', '))
  })

  it('does not join a name across lines or across a dash between two things', () => {
    expect(found('Acme\nCloud, Acme - Cloud, Acme — Cloud', 'Acme Cloud')).toEqual([])
  })

  it('ignores case, accents and compatibility forms, and slices to what was written', () => {
    const text = 'NESTLE, Nestlé, Nestle\u0301, Ｎｅｓｔｌｅ, 𝐍𝐞𝐬𝐭𝐥𝐞, Nest\u00adlé'
    expect(found(text, 'Nestlé')).toEqual(text.split(', '))
  })

  it('folds letters without a decomposition as people type them', () => {
    expect(found('Orsted, ØRSTED and Strasse', 'Ørsted', 'Straße')).toEqual(['Orsted', 'ØRSTED', 'Strasse'])
  })

  it('takes the longest name', () => {
    expect(found('Acme Cloud Pro, Acme Cloud, Acme', 'Acme', 'Acme Cloud', 'Acme Cloud Pro')).toEqual([
      'Acme Cloud Pro',
      'Acme Cloud',
      'Acme',
    ])
  })

  it('needs no spaces in scripts that have none', () => {
    expect(found('私はソニーのカメラと小米手机', 'ソニー', '小米')).toEqual(['ソニー', '小米'])
    expect(found('ใช้ไลน์ทุกวัน', 'ไลน์')).toEqual(['ไลน์'])
    expect(found('Sonyのテレビ', 'Sony')).toEqual(['Sony'])
  })

  it('lets a Korean particle follow a name, but no other syllable', () => {
    expect(found('삼성은 삼성전자 삼성', '삼성')).toHaveLength(2)
  })

  it('keeps voiced kana and vowel signs apart', () => {
    expect(found('カス', 'ガス')).toEqual([])
    expect(found('की', 'का')).toEqual([])
  })

  it('finds nothing in addresses, domains, link targets, footnotes and code', () => {
    const text =
      'https://acme.com/acme acme.com www.acme.io/x a@acme.com `Acme` [x](https://acme.de "Acme") [^Acme]\n```\nAcme\n```'
    expect(found(text, 'Acme')).toEqual([])
  })

  it('counts the visible words of a link', () => {
    expect(found('[Acme Cloud](https://x.com)', 'Acme Cloud')).toEqual(['Acme Cloud'])
  })

  it('counts a name that is itself spelled like a domain, but not an address that contains it', () => {
    expect(found('Booking.com is big; see www.booking.com or booking.com/deals', 'Booking.com')).toEqual([
      'Booking.com',
    ])
  })

  it('asks ordinary words for a capital that their place does not explain, or for what follows names', () => {
    expect(found('Put it in the box. Box the gift. We like Box.', 'Box')).toEqual(['Box'])
    expect(found("Target audience matters. Target's stores do too. Hit the target.", 'Target')).toEqual([
      'Target',
    ])
    expect(found('On Monday we met; Monday morning too. We use Monday daily.', 'Monday')).toEqual(['Monday'])
  })

  it('tells two-letter names from words by their case', () => {
    expect(found('It is what it is, HP or hp?', 'HP')).toEqual(['HP'])
  })

  it('recognises a compound name where the page has lost the space around it, but no single word', () => {
    expect(found('DrawbacksTesla Model YStrong range', 'Tesla Model Y')).toEqual(['Tesla Model Y'])
    expect(found('ToolBox and SuperAcme', 'Box', 'Acme')).toEqual([])
  })

  it('survives names that are empty, signs only, or enormous', () => {
    expect(found('a - b', '', ' ', '---', '!'.repeat(5000), 'x'.repeat(50_000))).toEqual([])
  })

  it('leaves identifiers in snake case alone and reads emphasis with underscores', () => {
    expect(found('acme_corp and _Acme_', 'Acme')).toEqual(['Acme'])
  })
})
