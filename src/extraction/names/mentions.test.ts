import { describe, expect, it } from 'vitest'
import { extract } from '../extract.ts'

function found(text: string, ...names: string[]): string[] {
  const { mentions } = extract({ text, entities: names.map((name) => ({ name })) })
  return mentions.map(({ start, end }) => text.slice(start, end))
}

describe('mentions', () => {
  it('match whole words only', () => {
    expect(found('Boxes in a operations, Acmeville and Acme2.', 'Box', 'Acme')).toEqual([])
    expect(found('Acme, (Acme) "Acme" Acme-based Acme.', 'Acme')).toHaveLength(5)
  })

  it('allow a possessive after the name', () => {
    expect(found("Acme's and Acme’s", 'Acme')).toEqual(['Acme', 'Acme'])
  })

  it('match hyphens, spaces and non-breaking spaces inside a name alike', () => {
    const text = 'Coca-Cola, coca cola, Coca\u00a0Cola, Coca\u2011Cola, CocaCola'
    expect(found(`${text}, Cocacola`, 'Coca-Cola')).toEqual(text.split(', '))
  })

  it('do not join a name across lines or across a dash between two names', () => {
    expect(found('Acme\nCloud, Acme - Cloud, Acme — Cloud', 'Acme Cloud')).toEqual([])
  })

  it('ignore letter case, accents and compatibility forms, and cover the name as written', () => {
    const text = 'NESTLE, Nestlé, Nestle\u0301, Ｎｅｓｔｌｅ, 𝐍𝐞𝐬𝐭𝐥𝐞, Nest\u00adlé'
    expect(found(text, 'Nestlé')).toEqual(text.split(', '))
  })

  it('fold letters without a Unicode decomposition as people type them (ø as o)', () => {
    expect(found('Orsted, ØRSTED and Strasse', 'Ørsted', 'Straße')).toEqual(['Orsted', 'ØRSTED', 'Strasse'])
  })

  it('prefer the longest name, and find those of other entities inside it', () => {
    expect(found('Acme Cloud Pro, Acme Cloud, Acme', 'Acme', 'Acme Cloud', 'Acme Cloud Pro')).toEqual([
      'Acme Cloud Pro',
      'Acme Cloud',
      'Acme',
      'Acme Cloud',
      'Acme',
      'Acme',
    ])
  })

  it('find the maker of a product in its name whether or not the product is tracked', () => {
    const text = '- **Norvella Desk 4** is sturdy.\n- Try "Zeph by Brizo" or the Norvella Desk 4 Pro.'
    const offsets = (...names: string[]) =>
      extract({ text, entities: names.map((name) => ({ name })) })
        .mentions.filter(({ entity }) => entity < 2)
        .map(({ entity, start }) => [entity, start])
    const alone = offsets('Norvella', 'Brizo')
    expect(alone).toHaveLength(3)
    expect(offsets('Norvella', 'Brizo', 'Norvella Desk 4', 'Zeph by Brizo')).toEqual(alone)
  })

  it('find no shorter name inside a longer one that continues without a space', () => {
    expect(found('Vidora+ and Vidora', 'Vidora', 'Vidora+')).toEqual(['Vidora+', 'Vidora'])
    expect(found('The Norvella S25+', 'Norvella S25', 'Norvella S25+')).toEqual(['Norvella S25+'])
  })

  it('need no spaces in scripts that have none', () => {
    expect(found('私はソニーのカメラと小米手机', 'ソニー', '小米')).toEqual(['ソニー', '小米'])
    expect(found('ใช้ไลน์ทุกวัน', 'ไลน์')).toEqual(['ไลน์'])
    expect(found('Sonyのテレビ', 'Sony')).toEqual(['Sony'])
  })

  it('allow a Korean particle after a name, but no other syllable', () => {
    expect(found('삼성은 삼성전자 삼성', '삼성')).toHaveLength(2)
  })

  it('distinguish voiced kana and vowel signs', () => {
    expect(found('カス', 'ガス')).toEqual([])
    expect(found('की', 'का')).toEqual([])
  })

  it('are not found in URLs, domains, link targets, footnotes and code', () => {
    const text =
      'https://acme.com/acme acme.com www.acme.io/x a@acme.com `Acme` [x](https://acme.de "Acme") [^Acme]\n```\nAcme\n```'
    expect(found(text, 'Acme')).toEqual([])
  })

  it('are found in link texts', () => {
    expect(found('[Acme Cloud](https://x.com)', 'Acme Cloud')).toEqual(['Acme Cloud'])
  })

  it('are found for a name that is itself a domain, but not in a URL that contains it', () => {
    expect(found('Booking.com is big; see www.booking.com or booking.com/deals', 'Booking.com')).toEqual([
      'Booking.com',
    ])
  })

  it('of ordinary words need a capital letter that their position does not explain, or words that follow names', () => {
    expect(found('Put it in the box. Box the gift. We like Box.', 'Box')).toEqual(['Box'])
    expect(found("Target audience matters. Target's stores do too. Hit the target.", 'Target')).toEqual([
      'Target',
    ])
    expect(found('On Monday we met; Monday morning too. We use Monday daily.', 'Monday')).toEqual(['Monday'])
  })

  it('distinguish two-letter names from words by their letter case', () => {
    expect(found('It is what it is, HP or hp?', 'HP')).toEqual(['HP'])
  })

  it('are found for a compound name where a page lost the space beside it, but not for a single word', () => {
    expect(found('DrawbacksTesla Model YStrong range', 'Tesla Model Y')).toEqual(['Tesla Model Y'])
    expect(found('ToolBox and SuperAcme', 'Box', 'Acme')).toEqual([])
  })

  it('are found where a source label, a shop or a cell has lost the space around it', () => {
    expect(found('Range is good. Motorly+2Acme+3Kbb.com+2\n', 'Acme', 'Kbb.com')).toEqual(['Acme', 'Kbb.com'])
    expect(found('where quality matters.Unity.AI\nFor Meetings.acme.com', 'Unity.AI', 'acme.com')).toEqual([
      'Unity.AI',
      'acme.com',
    ])
    expect(found('899,00 $•NorvellaBrizo Desk', 'Norvella')).toEqual(['Norvella'])
    expect(found('good for its charging advantageNorvella / Brizo', 'Norvella')).toEqual(['Norvella'])
    expect(found('celebrity outputs. VoidRoomBrizo AI', 'VoidRoom')).toEqual(['VoidRoom'])
    expect(found('superNorvella, MacNorvella and NorvellaMac', 'Norvella')).toEqual([])
  })

  it('may begin with a domain and go on', () => {
    expect(
      found('Brizo.ai Video Maker – dubs; see brizo.ai/video', 'Brizo.ai Video Maker', 'Brizo.ai'),
    ).toEqual(['Brizo.ai Video Maker', 'Brizo.ai'])
  })

  it('never throw for names that are empty, punctuation only, or very long', () => {
    expect(found('a - b', '', ' ', '---', '!'.repeat(5000), 'x'.repeat(50_000))).toEqual([])
  })

  it('ignore snake_case identifiers and read emphasis with underscores', () => {
    expect(found('acme_corp and _Acme_', 'Acme')).toEqual(['Acme'])
  })
})
