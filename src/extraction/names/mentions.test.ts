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

  it('treat hyphens, spaces and non-breaking spaces inside a name as equal', () => {
    const text = 'Coca-Cola, coca cola, Coca\u00a0Cola, Coca\u2011Cola, CocaCola'
    expect(found(`${text}, Cocacola`, 'Coca-Cola')).toEqual(text.split(', '))
  })

  it('do not match a name across lines or across a dash between words', () => {
    expect(found('Acme\nCloud, Acme - Cloud, Acme — Cloud', 'Acme Cloud')).toEqual([])
  })

  it('ignore letter case, accents and compatibility forms, and cover the original text', () => {
    const text = 'NESTLE, Nestlé, Nestle\u0301, Ｎｅｓｔｌｅ, 𝐍𝐞𝐬𝐭𝐥𝐞, Nest\u00adlé'
    expect(found(text, 'Nestlé')).toEqual(text.split(', '))
  })

  it('fold letters without a Unicode decomposition the way people type them (ø as o)', () => {
    expect(found('Orsted, ØRSTED and Strasse', 'Ørsted', 'Straße')).toEqual(['Orsted', 'ØRSTED', 'Strasse'])
  })

  it('prefer the longest name and include names of other entities inside it', () => {
    expect(found('Acme Cloud Pro, Acme Cloud, Acme', 'Acme', 'Acme Cloud', 'Acme Cloud Pro')).toEqual([
      'Acme Cloud Pro',
      'Acme Cloud',
      'Acme',
      'Acme Cloud',
      'Acme',
      'Acme',
    ])
  })

  it('include the maker in a product name even if the product is tracked', () => {
    const text = '- **Norvella Desk 4** is sturdy.\n- Try "Zeph by Brizo" or the Norvella Desk 4 Pro.'
    const offsets = (...names: string[]) =>
      extract({ text, entities: names.map((name) => ({ name })) })
        .mentions.filter(({ entity }) => entity < 2)
        .map(({ entity, start }) => [entity, start])
    const alone = offsets('Norvella', 'Brizo')
    expect(alone).toHaveLength(3)
    expect(offsets('Norvella', 'Brizo', 'Norvella Desk 4', 'Zeph by Brizo')).toEqual(alone)
  })

  it('exclude a shorter name if the longer one continues without a space', () => {
    expect(found('Vidora+ and Vidora', 'Vidora', 'Vidora+')).toEqual(['Vidora+', 'Vidora'])
    expect(found('The Norvella S25+', 'Norvella S25', 'Norvella S25+')).toEqual(['Norvella S25+'])
  })

  it('need no spaces in scripts without spaces', () => {
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

  it('are found for a name that is a domain, but not inside URLs', () => {
    expect(found('Booking.com is big; see www.booking.com or booking.com/deals', 'Booking.com')).toEqual([
      'Booking.com',
    ])
  })

  it('of ordinary words require an unexpected capital or a context for names', () => {
    expect(found('Put it in the box. Box the gift. We like Box.', 'Box')).toEqual(['Box'])
    expect(found("Target audience matters. Target's stores do too. Hit the target.", 'Target')).toEqual([
      'Target',
    ])
    expect(found('On Monday we met; Monday morning too. We use Monday daily.', 'Monday')).toEqual(['Monday'])
  })

  it('distinguish two-letter names from words by their letter case', () => {
    expect(found('It is what it is, HP or hp?', 'HP')).toEqual(['HP'])
  })

  it('match a compound name without surrounding spaces, but not a single word', () => {
    expect(found('DrawbacksTesla Model YStrong range', 'Tesla Model Y')).toEqual(['Tesla Model Y'])
    expect(found('ToolBox and SuperAcme', 'Box', 'Acme')).toEqual([])
  })

  it('match source labels, shops and cells that lost the surrounding spaces', () => {
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

  it('match a name that starts with a domain', () => {
    expect(
      found('Brizo.ai Video Maker – dubs; see brizo.ai/video', 'Brizo.ai Video Maker', 'Brizo.ai'),
    ).toEqual(['Brizo.ai Video Maker', 'Brizo.ai'])
  })

  it('never throw for empty, punctuation-only or very long names', () => {
    expect(found('a - b', '', ' ', '---', '!'.repeat(5000), 'x'.repeat(50_000))).toEqual([])
  })

  it('ignore snake_case identifiers but match emphasis with underscores', () => {
    expect(found('acme_corp and _Acme_', 'Acme')).toEqual(['Acme'])
  })
})
