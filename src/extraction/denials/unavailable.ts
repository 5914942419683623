/** Longest stretch of a sentence that is read. */
const REACH = 400

// "Is no option", at the end of a clause: "no option for large teams" says something else.
const CLAUSE_ENDS =
  `(?=\\s*(?:[.,;:!)*–—]|$|(?:here|anymore|any more|either|since|because|as|hier|mehr|seit|weil|da|denn|qui|ici|depuis|car|
  aquí|desde|porque|aqui|dal|perché|omdat|sinds|här|längre|eftersom|då|her|siden|fordi)(?!\\p{L})))`.replace(
    /\n\s*/g,
    '',
  )
const NO_OPTION = new RegExp(
  `(?:${[
    "(?:not|isn['’]t|no longer|never)(?: really| even)?(?: an?)? option",
    'keine? (?:option|alternative)',
    "n['’]est (?:pas|plus) une (?:option|alternative)",
    'no es (?:una )?(?:opción|alternativa)',
    "non è (?:più )?un(?:a |['’] ?)(?:opzione|alternativa)",
    'não é (?:uma )?(?:opção|alternativa)',
    'geen (?:optie|alternatief)',
    '(?:inget|inte (?:ett|något)|ikke (?:et|noget)|intet) alternativ',
    '(?:ingen|ikke en) mulighed',
    'off the table',
    'out of the question',
    'hors (?:course|jeu)',
    'fuori gioco',
    'fora de questão',
    'non è (?:più )?disponibile',
    'niet in aanmerking',
    'inte aktuell[ta]?',
    'steht (?:\\p{L}+ ){0,2}nicht zur (?:wahl|auswahl|verfügung)',
    'quedan? (?:descartad[oa]s?|fuera)',
    'fällt (?:weg|raus)',
  ].join('|')})${CLAUSE_ENDS}|${[
    'kommt (?:\\p{L}+ ){0,3}nicht (?:infrage|in frage|in betracht)',
    'scheidet (?:\\p{L}+ ){0,3}aus',
    "n['’]entre pas en ligne de compte",
    'valt (?:\\p{L}+ ){0,3}af(?!\\p{L})',
    '(?:選択肢|候補)(?:から外れ|に(?:なり|は?入り)ません|外です)',
  ].join('|')}`,
  'u',
)
const NO = /^[*\s→-]*(?:no|nein|non|nee|nej|não|いいえ)(?!\p{L})/u
const POSSIBLE =
  /(?:possib|möglich|posible|possív|mogelijk|möjlig|mulig|support|unterstütz|participa|partecipa|stöds|understøtte|ondersteun|disponible|取り扱|対応して|利用でき|使え)/u

/** Where a sentence says of its subject that it is no option at all, in UTF-16 code units from its beginning; −1 where it does not. */
export function noOptionAt(sentence: string): number {
  return sentence.slice(0, REACH).toLowerCase().search(NO_OPTION)
}

/** True where a sentence answers the question before it with no, because something is not possible: "No, that is not supported." */
export function saysImpossible(sentence: string): boolean {
  const lower = sentence.slice(0, REACH).toLowerCase()
  return NO.test(lower) && POSSIBLE.test(lower)
}

const JAPANESE_TOPIC =
  /^\**[」』]?(?:の[^。、]{0,12})?(?:について|に関して|の(?:最新の?)?(?:情報|データ)[はが])/u
const JAPANESE_UNKNOWN =
  /(?:情報|データ|資料|知識|詳細)[^。]{0,12}(?:なく|ない|ありません|ございません|不足|乏し|見当たら|見つから|持ち合わせ)|判断(?:でき|を控え|しかね|は控え)|(?:分|わ)かりません|存じません|お答えでき/u

/** True where Japanese text after a name says that nothing is known of it. */
export function saysUnknownInJapanese(after: string): boolean {
  const rest = after.slice(0, REACH)
  return JAPANESE_TOPIC.test(rest) && JAPANESE_UNKNOWN.test(rest)
}
