import { describe, expect, it } from 'vitest'
import { lowerCase } from '../text/fold.ts'
import { recognizeLanguage } from './recognize.ts'

const SUPPORTED: [string, string][] = [
  [
    'en',
    'For most people this is the one to get, because it has the longest battery life and is easy to use.',
  ],
  ['de', 'Für die meisten ist das die beste Wahl, weil sie zuverlässig ist und der Preis stimmt.'],
  [
    'nl',
    'Voor de meeste mensen is dit de beste keuze, omdat het betrouwbaar is en je er niet te veel voor betaalt.',
  ],
  ['sv', 'För de flesta är det här det bästa valet, eftersom den är pålitlig och inte kostar för mycket.'],
  ['da', 'For de fleste er det her det bedste valg, fordi den er pålidelig og ikke koster for meget.'],
  ['fr', 'Pour la plupart des gens, c’est le meilleur choix, car il est fiable et ne coûte pas trop cher.'],
  ['es', 'Para la mayoría es la mejor opción, porque es fiable y no cuesta demasiado.'],
  ['it', 'Per la maggior parte delle persone è la scelta migliore, perché è affidabile e non costa troppo.'],
  ['pt', 'Para a maioria das pessoas é a melhor escolha, porque é fiável e não custa muito.'],
  ['ja', '多くの人にとって、信頼性が高く価格も手頃な最良の選択肢です。'],
]

const UNSUPPORTED: [string, string][] = [
  [
    'nb',
    'For de fleste er dette det beste valget, fordi den er pålitelig og ikke koster for mye. Noen liker også å kjøpe den brukt etter noen år.',
  ],
  [
    'fi',
    'Useimmille tämä on paras valinta, sillä se on luotettava, mutta jos haluat halvemman, voit ostaa myös toisen, joka on yhtä hyvä kuin se.',
  ],
  ['ru', 'Для большинства это лучший выбор, потому что он надёжен и стоит недорого.'],
  ['ko', '대부분의 사람에게 가장 좋은 선택이며 가격도 적당합니다.'],
]

describe('language recognition', () => {
  it.each(SUPPORTED)('recognizes the supported language %s', (code, text) => {
    const { code: recognized, language } = recognizeLanguage(lowerCase(text))
    expect([recognized, language?.code]).toEqual([code, code])
  })

  it.each(UNSUPPORTED)('recognizes the unsupported language %s and returns no cue lists', (code, text) => {
    expect(recognizeLanguage(lowerCase(text))).toEqual({ code, language: null })
  })

  it('falls back to English if the language is unknown', () => {
    const { code, language } = recognizeLanguage('1. 2024: 30 %')
    expect([code, language?.code]).toEqual([null, 'en'])
  })
})
