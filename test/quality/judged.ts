import { existsSync, readFileSync } from 'node:fs'
import type { MentionSentimentLabel, RecommendationStrength } from '../../src/definitions/vocabulary.ts'
import { extract } from '../../src/extraction/extract.ts'
import type { EntityObservation } from '../../src/extraction/foundation/observation.ts'
import { applyLabels } from '../../src/extraction/judge/labels.ts'
import { ANSWER_FORM, INSTRUCTIONS } from '../../src/extraction/judge/prompt.ts'
import {
  type JudgeRequest,
  prepareJudgeRequest,
  readJudgeLabels,
} from '../../src/extraction/judge/request.ts'
import { createJudge } from '../../src/providers/judge/judge.ts'
import { completionOf, startScriptedModel } from '../scripted-model.ts'
import type { LabelledAnswer, LabelledEntity } from './answer-measures.ts'
import { DATA } from './sets.ts'

/** Sets whose answers no model was trained on. */
const SETS: ReadonlySet<string | undefined> = new Set(['ai_google_overviews', 'ai_dk_dairy'])
/** Probabilities below which the judge is asked. */
const THRESHOLDS = [0, 0.6, 0.7, 0.8, 0.9, 1]
/** Share of labels that the judge gets wrong, in every measurement the same ones. */
const ERROR_RATE = 0.05
const BYTES_PER_TOKEN = 4

const OTHER_SENTIMENT = { positive: 'neutral', neutral: 'positive', negative: 'neutral' } as const
const OTHER_STRENGTH = {
  primary: 'strong',
  strong: 'among',
  among: 'mentioned_only',
  mentioned_only: 'among',
  discouraged: 'mentioned_only',
} as const satisfies Record<RecommendationStrength, RecommendationStrength>

/** Returns whether the judge gets a label wrong: the same ones every time. */
function isWrong(id: string): boolean {
  let hash = 7
  for (const character of id) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0
  return (hash % 1_000) / 1_000 < ERROR_RATE
}

/** The reply of a judge that knows the labels, apart from its errors. */
function replyTo({ mentions, entities }: JudgeRequest, { id, entities: labels }: LabelledAnswer): string {
  const labelOf = (name: string | undefined) => labels.find((label) => label.name === name)
  const indices = [...new Set(mentions.map(({ entity }) => entity))]
  const seen = new Map<number, number>()
  return JSON.stringify({
    mentions: mentions.flatMap(({ entity }, index) => {
      const name = entities[indices.indexOf(entity)]?.name
      const number = seen.get(entity) ?? 0
      seen.set(entity, number + 1)
      const sentiment = sentimentOf(labelOf(name), `${id} ${name}`, number)
      return sentiment ? [{ id: index + 1, sentiment }] : []
    }),
    brands: entities.flatMap(({ name }, index) => {
      const strength = labelOf(name)?.strength
      if (!strength) return []
      return {
        id: index + 1,
        strength: isWrong(`${id} ${name} strength`) ? OTHER_STRENGTH[strength] : strength,
      }
    }),
    opinions: [],
  })
}

/** Mentions of a brand with mixed sentiment are positive and negative in turn. */
function sentimentOf(
  label: LabelledEntity | undefined,
  id: string,
  number: number,
): MentionSentimentLabel | undefined {
  const sentiment = label?.sentiment
  if (!sentiment) return undefined
  const right = sentiment === 'mixed' ? (number % 2 === 0 ? 'positive' : 'negative') : sentiment
  return isWrong(id) ? OTHER_SENTIMENT[right] : right
}

interface Tally {
  names: number
  sentiment: number
  strength: number
}

function count(tally: Tally, labels: readonly LabelledEntity[], found: readonly EntityObservation[]): void {
  labels.forEach((label, index) => {
    const { mentioned, sentiment, recommendation } = found[index] ?? {}
    if (!label.named || label.denied || !mentioned || !label.sentiment || !label.strength) return
    tally.names += 1
    if (sentiment?.label === label.sentiment) tally.sentiment += 1
    if (recommendation?.strength === label.strength) tally.strength += 1
  })
}

/**
 * Measures how accuracy and cost move with the threshold below which the judge is asked. The judge is a server on the
 * loopback address that returns the labels of the annotators with 5 % errors. Returns table rows; none without the data.
 */
export async function measureJudged(): Promise<string[][]> {
  const path = `${DATA}/ai_answers_labelled/dev.jsonl`
  if (!existsSync(path)) return []
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  const answers = lines
    .map((line): LabelledAnswer => JSON.parse(line))
    .filter(({ set }) => SETS.has(set))
    .map((answer) => ({
      answer,
      extraction: extract({
        text: answer.text,
        entities: answer.entities.map(({ name, aliases = [] }) => ({ name, aliases: aliases.slice(0, 20) })),
      }),
    }))
  let reply = ''
  const model = await startScriptedModel(() => completionOf({ content: reply }))
  const { baseUrl } = model.provider as { baseUrl: string }
  const judge = createJudge({ baseUrl, model: 'scripted-1', apiKey: null, dailyTokens: 0 })
  const rows: string[][] = []
  for (const below of THRESHOLDS) {
    const tally: Tally = { names: 0, sentiment: 0, strength: 0 }
    let requests = 0
    let bytes = 0
    for (const { answer, extraction } of answers) {
      const request = prepareJudgeRequest(answer.text, extraction, { below })
      let judged = extraction
      if (request) {
        requests += 1
        bytes += Buffer.byteLength(INSTRUCTIONS + request.content) + JSON.stringify(ANSWER_FORM).length
        reply = replyTo(request, answer)
        bytes += reply.length
        const { text } = await judge.ask({ system: INSTRUCTIONS, user: request.content, form: ANSWER_FORM })
        judged = applyLabels(extraction, readJudgeLabels(text, request) ?? [])?.extraction ?? extraction
      }
      count(tally, answer.entities, judged.entities)
    }
    const measures = {
      'answers sent': requests / answers.length,
      'tokens per answer': bytes / BYTES_PER_TOKEN / answers.length,
      sentiment: tally.sentiment / tally.names,
      strength: tally.strength / tally.names,
    }
    for (const [measure, value] of Object.entries(measures))
      rows.push([
        `judge below ${below}`,
        `${measure}, ${tally.names} names`,
        value.toFixed(value > 2 ? 0 : 3),
        '',
      ])
  }
  model.close()
  return rows
}
