import { describe, expect, it } from 'vitest'
import { cuesIn } from './cues-in.ts'
import type { CueKind } from './foundation/language.ts'

const OPINIONS: CueKind[] = ['praise', 'fault', 'better', 'worse']
const ADVICE: CueKind[] = ['first', 'recommend', 'discourage']

describe('French cues', () => {
  it('match inflected words and idioms', () => {
    expect(cuesIn('fr', 'Des outils fiables et faciles, mais une interface vieillotte.', OPINIONS)).toEqual([
      'praise: fiables',
      'praise: faciles',
      'fault: vieillotte',
    ])
    expect(cuesIn('fr', 'Ce modèle sort du lot et coche toutes les cases.', OPINIONS)).toEqual([
      'praise: sort du lot',
      'praise: coche toutes les cases',
    ])
    expect(cuesIn('fr', 'Le service laisse à désirer et la batterie montre ses limites.', OPINIONS)).toEqual([
      'fault: laisse à désirer',
      'fault: montre ses limites',
    ])
  })

  it('find no opinions in instructions', () => {
    expect(
      cuesIn('fr', 'Cliquez sur le bouton pour compléter progressivement le dossier.', OPINIONS),
    ).toEqual([])
  })

  it('distinguish first choices and recommendations from advice against', () => {
    expect(cuesIn('fr', 'C’est celui que je prendrais.', ADVICE)).toContain('first: je prendrais')
    expect(cuesIn('fr', 'Idéal pour les débutants.', ADVICE)).toEqual(['recommend: idéal pour'])
    expect(cuesIn('fr', 'Passez votre chemin : à éviter.', ADVICE)).toEqual([
      'discourage: passez votre chemin',
      'discourage: à éviter',
    ])
  })
})

describe('Spanish cues', () => {
  it('match inflected words, superlatives and idioms', () => {
    expect(cuesIn('es', 'Un servicio fiable y comodísimo, aunque carísimo.', OPINIONS)).toEqual([
      'praise: fiable',
      'praise: comodísimo',
      'fault: carísimo',
    ])
    expect(cuesIn('es', 'Va como la seda y da la talla.', OPINIONS)).toEqual([
      'praise: va como la seda',
      'praise: da la talla',
    ])
    expect(cuesIn('es', 'La batería se queda corta y deja mucho que desear.', OPINIONS)).toEqual([
      'fault: se queda corta',
      'fault: deja mucho que desear',
    ])
  })

  it('do not match "preciosos" in "precios"', () => {
    expect(cuesIn('es', 'Los precios de la ciudad.', OPINIONS)).toEqual([])
    expect(cuesIn('es', 'Unos pendientes preciosos.', OPINIONS)).toEqual(['praise: preciosos'])
  })

  it('distinguish first choices and recommendations from advice against', () => {
    expect(cuesIn('es', 'Me quedo con la segunda, mi apuesta.', ADVICE)).toEqual([
      'first: me quedo con',
      'first: mi apuesta',
    ])
    expect(cuesIn('es', 'Ideal para familias.', ADVICE)).toEqual(['recommend: ideal para'])
    expect(cuesIn('es', 'No te lo aconsejo: pasa de largo.', ADVICE)).toEqual([
      'discourage: no te lo aconsejo',
      'discourage: pasa de largo',
    ])
  })
})

describe('Italian cues', () => {
  it('match inflected words, superlatives and idioms', () => {
    expect(cuesIn('it', 'Affidabile e comodissima, ma costosa.', OPINIONS)).toEqual([
      'praise: affidabile',
      'praise: comodissima',
      'fault: costosa',
    ])
    expect(cuesIn('it', 'Mantiene le promesse e non ha rivali.', OPINIONS)).toEqual([
      'praise: mantiene le promesse',
      'praise: non ha rivali',
    ])
    expect(cuesIn('it', 'Il grip lascia a desiderare e la batteria perde colpi.', OPINIONS)).toEqual([
      'fault: lascia a desiderare',
      'fault: perde colpi',
    ])
  })

  it('do not match "piatto" in "piattaforma"', () => {
    expect(cuesIn('it', 'La piattaforma è del gruppo.', OPINIONS)).toEqual([])
  })

  it('distinguish first choices and recommendations from advice against', () => {
    expect(cuesIn('it', 'Se devo indicarne una sola, è lei.', ADVICE)).toContain('first: è lei')
    expect(cuesIn('it', 'Ottima scelta per chi viaggia.', ADVICE)).toContain('recommend: ottima scelta')
    expect(cuesIn('it', 'Lascerei perdere: alla larga.', ADVICE)).toEqual([
      'discourage: lascerei perdere',
      'discourage: alla larga',
    ])
  })
})

describe('Portuguese cues', () => {
  it('match inflected words, idioms, and European and Brazilian spellings', () => {
    expect(cuesIn('pt', 'Confiável e rapidinho, mas caríssimo.', OPINIONS)).toEqual([
      'praise: confiável',
      'praise: rapidinho',
      'fault: caríssimo',
    ])
    expect(cuesIn('pt', 'Dá conta do recado e vale cada centavo.', OPINIONS)).toEqual([
      'praise: dá conta do recado',
      'praise: vale cada',
    ])
    expect(cuesIn('pt', 'O suporte deixa a desejar e fica aquém do resto.', OPINIONS)).toEqual([
      'fault: deixa a desejar',
      'fault: fica aquém',
    ])
    for (const word of ['económico', 'econômico'])
      expect(cuesIn('pt', `Um carro ${word}.`, OPINIONS)).toEqual([`praise: ${word}`])
  })

  it('do not match "preciso" in forms of the verb "precisar"', () => {
    expect(cuesIn('pt', 'Precisas de um cartão.', OPINIONS)).toEqual([])
  })

  it('distinguish first choices and recommendations from advice against', () => {
    expect(cuesIn('pt', 'Eu iria na primeira sem pensar duas vezes.', ADVICE)).toEqual([
      'first: eu iria na',
      'first: sem pensar duas vezes',
    ])
    expect(cuesIn('pt', 'Boa pedida para iniciantes.', ADVICE)).toContain('recommend: boa pedida')
    expect(cuesIn('pt', 'Passaria longe: não recomendo.', ADVICE)).toEqual([
      'discourage: passaria longe',
      'discourage: não recomendo',
    ])
  })
})
