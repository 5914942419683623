import { expect, test } from 'vitest'
import { extract } from '../../extraction/extract.ts'
import type { Snapshot } from '../brands/snapshot.ts'
import { observe } from './observe.ts'

const snapshot: Snapshot = {
  brand: { name: 'Taskfern', aliases: [], domains: [] },
  competitors: [],
}

/** Returns the clauses of an answer that are quoted as praise or criticism of the brand. */
function quotedIn(text: string, tone: 'positive' | 'negative'): string[] {
  const observation = observe(text, extract({ text, entities: [snapshot.brand] }), snapshot, null)
  return (observation.sentiment.evidence ?? [])
    .filter(({ label }) => label === tone)
    .map((opinion) => opinion.text)
}

const criticismIn = (text: string) => quotedIn(text, 'negative')

/** Praise in words that are negative on their own. */
const IDIOMS = {
  English: [
    'Taskfern is hard to beat for small teams.',
    'Taskfern is one of the strongest options.',
    'You can hardly go wrong with Taskfern.',
    'There is little not to like about Taskfern.',
    'Taskfern is a no-brainer.',
    'Taskfern is killer at planning.',
    'Nothing else comes close to Taskfern.',
    'It is difficult to find fault with Taskfern.',
    'Taskfern is insanely good and wickedly fast.',
    'Taskfern is second to none.',
    'No other tool does it as well as Taskfern.',
    'Taskfern takes the pain out of planning.',
    'Say goodbye to chaos with Taskfern.',
    'Taskfern never lets you down.',
    'Taskfern has no serious weaknesses.',
    'Teams that hate bloated tools love Taskfern.',
    'Taskfern is dangerously addictive.',
    'You would be crazy not to try Taskfern.',
  ],
  German: [
    'Taskfern ist kaum zu schlagen.',
    'Mit Taskfern macht man nichts falsch.',
    'An Taskfern gibt es nichts auszusetzen.',
    'Taskfern ist für kleine Teams schwer zu übertreffen.',
    'Bei Taskfern bleibt kein Wunsch offen.',
  ],
  French: [
    'Taskfern est difficile à battre.',
    'On ne peut pas se tromper avec Taskfern.',
    'Il n’y a rien à redire sur Taskfern.',
    'Taskfern n’a pas son pareil pour les petites équipes.',
  ],
  Spanish: [
    'Taskfern es difícil de superar.',
    'Con Taskfern no te equivocas.',
    'No hay nada malo que decir de Taskfern.',
    'Taskfern no tiene rival para equipos pequeños.',
  ],
  Italian: [
    'Taskfern è difficile da battere.',
    'Con Taskfern non si sbaglia.',
    'Su Taskfern non c’è nulla da ridire.',
    'Taskfern non ha rivali per i piccoli team.',
  ],
  Portuguese: [
    'Taskfern é difícil de superar.',
    'Com o Taskfern não há como errar.',
    'Não há nada de mau a dizer do Taskfern.',
    'O Taskfern não tem rival para equipas pequenas.',
  ],
  Dutch: [
    'Taskfern is moeilijk te overtreffen.',
    'Met Taskfern zit je nooit verkeerd.',
    'Op Taskfern valt niets aan te merken.',
    'Voor kleine teams is er niets beters dan Taskfern.',
  ],
  Swedish: [
    'Taskfern är svår att slå.',
    'Du kan inte gå fel med Taskfern.',
    'Det finns inget att klaga på med Taskfern.',
    'Inget annat verktyg är bättre än Taskfern.',
  ],
  Danish: [
    'Taskfern er svær at slå.',
    'Du går ikke galt i byen med Taskfern.',
    'Der er intet at udsætte på Taskfern.',
    'Intet andet værktøj er bedre end Taskfern.',
  ],
  Japanese: [
    'Taskfernに勝るものはなかなかありません。',
    'Taskfernなら間違いありません。',
    'Taskfernには文句のつけようがありません。',
    'Taskfernほど便利なものはありません。',
  ],
}

test.each(Object.entries(IDIOMS).flatMap(([language, texts]) => texts.map((text) => ({ language, text }))))(
  'an idiom of praise is not quoted as criticism ($language): $text',
  ({ text }) => expect(criticismIn(text)).toEqual([]),
)

/** Criticism in words that are positive on their own. */
const IRONY = {
  English: [
    'Good luck reaching the support of Taskfern.',
    'Taskfern is a nice try.',
    'With Taskfern you are free to leave, if you find the button.',
    'Taskfern was great five years ago.',
    'Taskfern is perfect if you enjoy waiting.',
  ],
  German: [
    'Viel Glück beim Erreichen des Supports von Taskfern.',
    'Taskfern ist gut gemeint.',
    'Taskfern war vor fünf Jahren toll.',
  ],
  French: [
    'Bon courage pour joindre le support de Taskfern.',
    'Taskfern part d’une bonne intention, sans plus.',
  ],
  Spanish: [
    'Suerte si necesitas contactar con el soporte de Taskfern.',
    'Taskfern era estupendo hace cinco años.',
  ],
  Italian: ['Buona fortuna con l’assistenza di Taskfern.', 'Taskfern era ottimo cinque anni fa.'],
  Portuguese: ['Boa sorte para falar com o suporte do Taskfern.', 'O Taskfern era ótimo há cinco anos.'],
  Dutch: [
    'Veel succes met het bereiken van de helpdesk van Taskfern.',
    'Taskfern was vijf jaar geleden geweldig.',
  ],
  Swedish: ['Lycka till att nå supporten hos Taskfern.', 'Taskfern var toppen för fem år sedan.'],
  Danish: [
    'Held og lykke med at få fat i supporten hos Taskfern.',
    'Taskfern var fremragende for fem år siden.',
  ],
  Japanese: ['Taskfernのサポートにつながれば幸運です。', 'Taskfernは五年前なら最高でした。'],
}

test.each(Object.entries(IRONY).flatMap(([language, texts]) => texts.map((text) => ({ language, text }))))(
  'irony is not quoted as praise ($language): $text',
  ({ text }) => expect(quotedIn(text, 'positive')).toEqual([]),
)

test.each([
  'Taskfern is slow and its support is poor.',
  'Taskfern lacks integrations and feels outdated.',
  'I would avoid Taskfern because it keeps crashing.',
  'Taskfern has a steep learning curve.',
  'The mobile app of Taskfern is buggy and its reports are too limited.',
])('plain criticism is quoted: %s', (text) => expect(criticismIn(text)).toHaveLength(1))

test('a clause is quoted, not the praise next to it', () => {
  const text = 'Boards in Taskfern look great. The mobile app of Taskfern is slow and its sync is unreliable.'
  expect(criticismIn(text)).toEqual(['The mobile app of Taskfern is slow and its sync is unreliable.'])
})
