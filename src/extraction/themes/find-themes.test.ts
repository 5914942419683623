import { describe, expect, it } from 'vitest'
import { extract } from '../extract.ts'

/** Returns the themes of a text as "entity theme label". */
function themesIn(text: string, names = ['Acme', 'Boardly']): string[] {
  const entities = names.map((name) => ({ name }))
  return extract({ text, entities }).themes.map(
    ({ entity, theme, label }) => `${names[entity]} ${theme} ${label}`,
  )
}

describe('themes of an answer', () => {
  it('are praise and criticism of the brand that the sentence is about', () => {
    expect(themesIn('Acme is affordable but its customer support is slow.')).toEqual([
      'Acme price positive',
      'Acme support negative',
    ])
  })

  it('belong to the brand in the title of an item', () => {
    const text =
      '1. **Acme** – easy to use and reliable\n2. **Boardly**\n   - Expensive\n   - Steep learning curve'
    expect(themesIn(text)).toEqual([
      'Acme ease_of_use positive',
      'Acme reliability positive',
      'Boardly price negative',
      'Boardly ease_of_use negative',
    ])
  })

  it('do not belong to a brand that the other one is compared with', () => {
    expect(themesIn('Acme is cheaper than Boardly.')).toEqual(['Acme price positive'])
  })

  it('belong to all brands of an enumeration', () => {
    expect(themesIn('Acme and Boardly are durable and easy to use.')).toEqual([
      'Acme reliability positive',
      'Acme ease_of_use positive',
      'Boardly reliability positive',
      'Boardly ease_of_use positive',
    ])
  })

  it('are neutral if the answer only mentions the aspect', () => {
    expect(themesIn('The price of Acme is 49 dollars.')).toEqual(['Acme price neutral'])
  })

  it('take the opinion next to the aspect', () => {
    expect(themesIn('Acme has great sound quality.')).toEqual(['Acme quality positive'])
  })

  it('are reversed by a negation', () => {
    expect(themesIn('Acme is not reliable.')).toEqual(['Acme reliability negative'])
    expect(themesIn('Acme is not affordable.')).toEqual(['Acme price negative'])
  })

  it('do not come from questions, conditions or denied names', () => {
    expect(themesIn('Is Acme affordable?')).toEqual([])
    expect(themesIn('If you want a cheap plan, ask Acme.')).toEqual([])
    expect(themesIn('I have no information about Acme, an affordable tool.')).toEqual([])
  })

  it('name the word of an opinion on anything else', () => {
    expect(themesIn('Acme has excellent stickers.')).toEqual(['Acme other:stickers positive'])
  })

  it('are found in every supported language', () => {
    const texts: Record<string, string> = {
      de: 'Acme ist günstig und einfach zu bedienen, aber der Kundenservice von Acme ist für viele zu langsam.',
      fr: 'Acme est abordable et facile à utiliser, mais le service client est lent pour les entreprises.',
      es: 'Acme es barato y fácil de usar, pero el soporte es lento para las empresas de este país.',
      it: 'Acme è economico e facile da usare, ma il servizio clienti è lento per le aziende del paese.',
      pt: 'O Acme é barato e fácil de usar, mas o suporte lento não é bom para as empresas do país.',
      nl: 'Acme is goedkoop en makkelijk te gebruiken, maar de klantenservice van het bedrijf is traag.',
      sv: 'Acme är billigt och lätt att använda, men kundtjänsten är långsam för de flesta som har frågor.',
      da: 'Acme er billigt og nemt at bruge, men kundeservicen er langsom for de fleste, der har spørgsmål.',
      ja: 'Acmeは価格が安く、使いやすいツールです。',
    }
    for (const [code, text] of Object.entries(texts)) {
      const found = themesIn(text)
      expect([code, found.includes('Acme price positive')]).toEqual([code, true])
      expect([code, found.includes('Acme ease_of_use positive')]).toEqual([code, true])
    }
  })

  it('have the passage as evidence, also after invisible characters', () => {
    const text = 'Hello.\u200b Acme is affordable. Bye.'
    const [theme] = extract({ text, entities: [{ name: 'Acme' }] }).themes
    expect(text.slice(theme?.start, theme?.end)).toContain('Acme is affordable.')
  })

  it('are empty for a text in an unsupported language', () => {
    expect(
      themesIn('Компания Acme предлагает очень affordable и хорошие условия для бизнеса в России.'),
    ).toEqual([])
  })
})
