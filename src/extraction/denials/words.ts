import type { Token } from '../sentences/tokens.ts'

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}

// Each list has English first, then Danish with Norwegian and Swedish, German, French, Spanish. The lists of all languages are used
// together: a denial needs words of several lists, which texts in one language do not mix by chance.

/** Pronouns and verbs of the first person: the writer speaks of their own knowledge. */
export const FIRST_PERSON =
  setOf(`i i'm i've we we're we've my i'd me jeg vi mig ich wir mir je j'ai n'ai nous m'est yo
  tengo encontré encontrado conozco encontramos dispongo pude jag ik mij ho trovo conosco saprei preferisco tenho disponho encontrei
  encontro conheço prefiro`)
/** Nouns for knowledge, which a denial says is missing: "no information". */
export const KNOWLEDGE =
  setOf(`information info details detail data anything record records reference references mention
  mentions result results match matches evidence trace listing listings documentation knowledge context
  oplysninger informationer viden kendskab kendskap omtale noget resultater opplysninger uppgifter
  informationen angaben daten hinweise ergebnisse kenntnis nichts
  informations d'information d'informations renseignement renseignements donnée données résultat trace
  información informaciones datos detalles resultados referencias constancia nada
  informazioni dati notizie prove elementi misurazioni condizioni dados informação informações gegevens informatie cijfers d'éléments erkenntnisse cijfers éléments d'éléments
  erkenntnisse`)
/** Verbs for looking for knowledge: "could not find". */
export const SEARCH =
  setOf(`find found locate located identify identified verify verified confirm confirmed see
  finde fundet finner funnet hitta hittade finden gefunden finde trouver trouvé encontrar encontrado encontré`)
/** Words for knowing a thing: "not familiar with". */
export const ACQUAINTANCE = setOf(`aware familiar heard recognize recognise recognized recognised know
  kender bekendt hørt känner kjenner kenne gehört bekannt connais connaissons entendu conozco conocemos`)
/** Words that may stand between a denial and the name that it is about. */
export const FILLER =
  setOf(`a an any the of on about for regarding concerning called named by name as to in with specific
  specifically reliable verified verifiable credible official relevant detailed public publicly available much enough
  sufficient substantial widely known company companies brand brands product products service services business tool
  platform software app website organization organisation provider entity entities vendor matching exactly exact my
  training sources search knowledge base being there is was or and , ( ) reputable related was were results clear direct
  real existing have been able currently
  om på til et en ikke inte nicht pas nogen noget ved navn hedder der som med virksomhed virksomheden firma firmaet mærke mærket produkt
  pålidelige konkrete offentlige tilgængelige specifikke ett företaget märket till selskapet merket
  über zu zum zur von namens einem einer eine ein das die der dem unternehmen marke produkt verlässlichen konkreten öffentlichen
  sur de du une un la le l'entreprise entreprise société marque produit nommée nommé appelée fiable fiables précise précises publiques
  future nouvelle nouveau récente récentes vérifiée vérifiées suffisante suffisantes actuelle neue neuen neuer aktuelle aktuellen
  gesicherten belastbaren verlässliche ausreichend recientes suficientes actualizada actualizadas nueva nuevo
  su sul sulla sui di del della dell' il lo affidabili attendibili aggiornate aggiornati recenti verificate sufficienti nuova nuovo
  o os do da dos das fiáveis confiáveis recentes atualizadas atuais nova novo
  over het van bij betrouwbare recente actuele voldoende nieuwe tillförlitliga aktuella färska säkra nya aktuelle nye
  sobre acerca la el una empresa marca producto llamada llamado fiable fiables específica pública disponible`)
/** Adjectives of knowledge that make it no denial of the brand: "no recent information about Acme". */
export const NOT_A_DENIAL = setOf(
  'current recent latest real-time up-to-date pricing price prices live negative',
)
/** Adjectives for being known to exist: "not a recognised brand". */
export const EXISTENCE = setOf(`known recognized recognised real familiar documented recognizable recognisable
  kendt kendte bekannt bekannte bekanntes connue connu conocida conocido reconocida`)
/** Verbs for existing: "does not exist". */
export const EXISTS = setOf("exist findes eksisterer eksistere finns existiert existieren existe n'existe")
/** Nouns for what a name may stand for: "no company called Acme". */
export const KIND =
  setOf(`company brand product service tool platform software app business organization organisation
  provider entity name term vendor website one
  virksomhed firma mærke produkt unternehmen marke produkt entreprise marque société empresa marca producto`)
/** Words of guesses and questions that follow a denial: "it is possible that Acme is new". */
export const HEDGES =
  setOf(`if possible possibly perhaps maybe may might could would whether typo misspelled misspelling
  spelling clarify confirm fictional private new smaller small`)
const DENIES = setOf('unable unaware unfamiliar')
const NONE = setOf(
  `no ingen intet inga inget keine keinerlei kein keinen keiner aucune aucun d'aucune ninguna ningún ninguno nichts
  geen nessun nessuna nessuno nenhum nenhuma`,
)
const NOT = setOf("ikke inte ne ikkje nicht pas n'ai n'est n'existe n'entre jamais jamás nunca non niet não")
/** Words beside the name that a sentence announces: "About Acme, …", "Was Acme angeht, …", "You asked about Acme". */
export const TOPICS =
  setOf(`about regarding concerning on for as mentioned asked zu zur zum über ob bezüglich von gefragt erwähnten
  erwähnt concernant quant pour sur évoquiez mentionniez sobre acerca respecto cuanto de del mencionaste preguntas preguntabas quanto su sul
  sulla riguarda per di citavi chiedi chiedevi citou mencionou perguntou over betreft van noemde vroeg noemt om gäller av
  nämnde frågade gælder angår vedrørende nævnte spurgte`)
/** What a writer who does not know a thing cannot do with it. */
const JUDGING =
  setOf(`say judge tell comment speak einordnen beurteilen bewerten sagen hervor weiß prononcer juger dire sais
  opinar decir valorar sé opinare esprimermi collocarla valutare dizer sei svara bedöma uttala säga känner vet bedømme vurdere svare
  udtale sige ved kender beoordelen zeggen weet ken`)
/** Verbs that say that knowledge is missing. */
const MISSING =
  setOf(`fehlen fehlt mangler saknar manque manquent impossible faltan falta mancano manca faltam ontbreken
  ontbreekt lack`)
/** Words for nothing, which are no knowledge by themselves. */
const NOTHING = setOf('nothing nichts nada niets niente nulla rien intet ingenting noget')
const TOO = setOf('too zu te för for trop troppo demasiado muito muy')
const LITTLE = setOf('little wenig weinig lite lidt peu poco pouco')
/** The sources of an answer, which may not know a thing either. */
export const SOURCES = setOf(
  `sources results quellen sources fonti fuentes fontes bronnen källorna kilderne resultaten`,
)

/** True for a negation in any of the languages. */
export function isNegation({ word, meaning }: Token): boolean {
  return meaning.negates || DENIES.has(word) || NONE.has(word) || NOT.has(word)
}

/** True for negative determiners such as "no", which deny what follows whoever says it. */
export function isNegativeDeterminer(word: string): boolean {
  return NONE.has(word)
}

/** True for adjectives such as "unaware", which are a denial by themselves in the first person. */
export function isUnaware(word: string): boolean {
  return word === 'unaware' || word === 'unfamiliar'
}

/** True for "too little" and for verbs such as "lack", which deny as a negation does. */
export function isMissing(before: string, word: string): boolean {
  return MISSING.has(word) || NOTHING.has(word) || (LITTLE.has(word) && TOO.has(before))
}

/** True for a word for what a writer who knows nothing of a thing does not have or cannot do. */
export function isUnknown(word: string): boolean {
  return JUDGING.has(word) || (KNOWLEDGE.has(word) && !NOTHING.has(word))
}
