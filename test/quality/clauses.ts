import { existsSync, readFileSync } from 'node:fs'
import { extract } from '../../src/extraction/extract.ts'
import { isClearOpinion } from '../../src/extraction/opinions/clear-opinion.ts'
import type { LabelledAnswer } from './answer-measures.ts'
import { DATA } from './sets.ts'

/** What a clause of a labeled answer says about a brand. Offsets are UTF-16 code units of the answer. */
interface LabelledClause {
  answer: string
  name: string
  start: number
  end: number
  label: 'praise' | 'criticism' | 'both' | 'neither'
}

const FILES = ['dev', 'languages-dev', 'critical-dev']

/**
 * Measures how often clauses that are quoted as praise or criticism are what they are quoted as. The clauses are a random
 * sample of the clauses that the extraction finds positive or negative. Returns table rows; none without the data.
 */
export function measureClauses(): string[][] {
  const folder = `${DATA}/ai_answers_labelled`
  if (!existsSync(folder)) return []
  const answers = new Map(
    FILES.flatMap((file) => readFileSync(`${folder}/${file}.jsonl`, 'utf8').trim().split('\n'))
      .map((line): LabelledAnswer => JSON.parse(line))
      .map((answer) => [answer.id, answer]),
  )
  const clauses = readFileSync('test/quality/clauses.jsonl', 'utf8')
    .trim()
    .split('\n')
    .map((line): LabelledClause => JSON.parse(line))
  const tallies = {
    praise: { quoted: 0, right: 0, all: 0 },
    criticism: { quoted: 0, right: 0, all: 0 },
  }
  for (const { answer: id, name, start, end, label } of clauses) {
    const answer = answers.get(id)
    if (!answer) continue
    const named = answer.entities.filter((entity) => entity.named)
    const entities = named.map(({ name, aliases = [] }) => ({ name, aliases: aliases.slice(0, 20) }))
    const extraction = extract({ text: answer.text, entities })
    const index = named.findIndex((entity) => entity.name === name)
    const sentiment = extraction.entities[index]?.sentiment
    const mentions = extraction.mentions.filter(
      (mention) => mention.entity === index && mention.evidence.start === start,
    )
    if (!sentiment) continue
    const clause = answer.text.slice(start, end)
    const shown = mentions.filter((mention) => isClearOpinion(clause, mention, sentiment))
    for (const [opinion, found] of [
      ['praise', shown.some((mention) => mention.sentiment === 'positive')],
      ['criticism', shown.some((mention) => mention.sentiment === 'negative')],
    ] as const) {
      const tally = tallies[opinion]
      const isRight = label === opinion || label === 'both'
      if (found) tally.quoted += 1
      if (found && isRight) tally.right += 1
      if (isRight) tally.all += 1
    }
  }
  return Object.entries(tallies).flatMap(([opinion, { quoted, right, all }]) => [
    [`clauses quoted as ${opinion}`, `precision, ${quoted} clauses`, (right / quoted).toFixed(3), ''],
    [`clauses quoted as ${opinion}`, `recall, ${all} clauses`, (right / all).toFixed(3), ''],
  ])
}
