import { describe, expect, it } from 'vitest'
import { cuesIn } from './cues-in.ts'
import type { CueKind } from './foundation/language.ts'

const OPINIONS: CueKind[] = ['praise', 'fault', 'better', 'worse']
const ADVICE: CueKind[] = ['first', 'recommend', 'discourage']

describe('German cues', () => {
  it('match inflected and compound words', () => {
    const found = cuesIn(
      'de',
      'Ein zuverlässiger, benutzerfreundlicher Dienst mit überteuerten Tarifen.',
      OPINIONS,
    )
    expect(found).toEqual(['praise: zuverlässiger', 'praise: benutzerfreundlicher', 'fault: überteuerten'])
  })

  it('match whole idioms of praise and criticism', () => {
    expect(cuesIn('de', 'Hier gibt es nichts zu meckern.', OPINIONS)).toEqual(['praise: nichts zu meckern'])
    expect(cuesIn('de', 'Die App lässt zu wünschen übrig.', OPINIONS)).toContain('fault: zu wünschen')
    expect(cuesIn('de', 'Das geht ins Geld und ist nicht das Gelbe vom Ei.', OPINIONS)).toEqual([
      'fault: ins geld',
      'fault: das gelbe vom ei',
    ])
  })

  it('do not match "gut" in "Gutschein" or "laut" before a source', () => {
    expect(cuesIn('de', 'Laut Anbieter liegt ein Gutschein bei.', OPINIONS)).toEqual([])
  })

  it('distinguish recommendations from advice against', () => {
    expect(cuesIn('de', 'Für Einsteiger geeignet.', ADVICE)).toEqual([
      'recommend: für einsteiger',
      'recommend: geeignet',
    ])
    expect(cuesIn('de', 'Für Einsteiger nicht zu empfehlen.', ADVICE)).toContain(
      'discourage: nicht zu empfehlen',
    )
    expect(cuesIn('de', 'Davon lieber die Finger lassen.', ADVICE)).toEqual(['discourage: finger lassen'])
  })
})

describe('Dutch cues', () => {
  it('match inflected words and idioms', () => {
    expect(cuesIn('nl', 'Een betrouwbare keuze, maar aan de dure kant.', OPINIONS)).toEqual([
      'fault: aan de dure kant',
    ])
    expect(cuesIn('nl', 'Een betrouwbare fiets.', OPINIONS)).toEqual(['praise: betrouwbare'])
    expect(cuesIn('nl', 'De service laat te wensen over.', OPINIONS)).toEqual(['fault: laat te wensen'])
    expect(cuesIn('nl', 'Een schot in de roos.', OPINIONS)).toEqual(['praise: een schot in de roos'])
  })

  it('distinguish recommendations from advice against', () => {
    expect(cuesIn('nl', 'Echt een aanrader.', ADVICE)).toEqual(['recommend: aanrader'])
    expect(cuesIn('nl', 'Laat deze links liggen.', ADVICE)).toEqual(['discourage: links liggen'])
    expect(cuesIn('nl', 'Dat zou ik afraden.', ADVICE)).toEqual(['discourage: zou ik afraden'])
  })
})

describe('Swedish cues', () => {
  it('match inflected words and idioms', () => {
    expect(cuesIn('sv', 'Tillförlitligt men dyrt.', OPINIONS)).toEqual([
      'praise: tillförlitligt',
      'fault: dyrt',
    ])
    expect(cuesIn('sv', 'Hamnar på jumboplats i testet.', OPINIONS)).toContain('fault: på jumboplats')
    expect(cuesIn('sv', 'Den är i en klass för sig.', OPINIONS)).toEqual(['praise: i en klass för sig'])
  })

  it('distinguish recommendations from advice against', () => {
    expect(cuesIn('sv', 'Den passar bra för nybörjare.', ADVICE)).toEqual([
      'recommend: passar bra',
      'recommend: för nybörjare',
    ])
    expect(cuesIn('sv', 'Det avråder jag från.', ADVICE)).toEqual(['discourage: avråder jag från'])
  })
})

describe('Danish cues', () => {
  it('match inflected words and idioms', () => {
    expect(cuesIn('da', 'Pålideligt og brugervenligt, men alt for dyrt.', OPINIONS)).toEqual([
      'praise: pålideligt',
      'praise: brugervenligt',
      'fault: for dyrt',
    ])
    expect(cuesIn('da', 'Den ender på jumboplads.', OPINIONS)).toEqual(['fault: på jumboplads'])
    expect(cuesIn('da', 'Smagen lader meget tilbage at ønske.', OPINIONS)).toContain(
      'fault: lader meget tilbage',
    )
  })

  it('distinguish recommendations from advice against', () => {
    expect(cuesIn('da', 'Den kan varmt anbefales.', ADVICE)).toEqual(['recommend: kan varmt anbefales'])
    expect(cuesIn('da', 'Den kan ikke anbefales.', ADVICE)).toEqual(['discourage: kan ikke anbefales'])
    expect(cuesIn('da', 'Er bedst til dressinger.', ADVICE)).toEqual(['recommend: bedst til'])
  })
})
