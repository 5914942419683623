import { createHash } from 'node:crypto'
import {
  FACT_FORM,
  FACT_INSTRUCTIONS,
  FACT_PROMPT_VERSION,
  type JudgedVerdict,
} from '../../extraction/judge/fact-prompt.ts'
import {
  factRequestContent,
  type JudgedSentence,
  readFactVerdicts,
} from '../../extraction/judge/fact-request.ts'
import type { Ctx } from '../foundation/context.ts'
import { toPostgresJson } from '../foundation/postgres-json.ts'
import { storageGate } from '../foundation/storage-gate.ts'
import { askWithinBudget } from '../judgements/ask.ts'
import type { Judge } from '../provider-port/judge.ts'

/** Maximum number of statements in a request. A sentence has at most 500 UTF-16 code units. */
const STATEMENTS_PER_REQUEST = 40

/** A statement to judge. */
export interface StatementQuestion extends JudgedSentence {
  factId: string
  digest: string
  /** A unit with the statement. Its organization pays. */
  unitId: string
}

/** Verdicts by fact and digest, see {@link verdictKey}. Null if the judge gave no valid one. */
export type StatementVerdicts = ReadonlyMap<string, JudgedVerdict | null>

interface VerdictRow {
  factId: string
  digest: string
  verdict: JudgedVerdict | null
}

/** Returns the key of the verdict on a statement. */
export function verdictKey({ factId, digest }: Pick<StatementQuestion, 'factId' | 'digest'>): string {
  return `${factId} ${digest}`
}

/** Returns the digest of a statement: two statements with the same digest are the same question. */
export function digestOf(brand: string, { fact: { text, aliases }, sentence }: JudgedSentence): string {
  return createHash('sha256')
    .update(JSON.stringify([brand, text, aliases, sentence]))
    .digest('hex')
}

/**
 * Returns the verdicts of the judge. Asks only about statements without a stored verdict, each once, and stores the
 * verdicts before it returns them. Statements that the judge could not be asked about, because it failed or the budget is
 * used up, have no verdict. Throws only database errors, and an AbortError once the process stops.
 */
export async function judgeStatements(
  ctx: Ctx,
  judge: Judge,
  { brand, questions }: { brand: string; questions: readonly StatementQuestion[] },
): Promise<StatementVerdicts> {
  const distinct = new Map(questions.map((question) => [verdictKey(question), question]))
  const verdicts = new Map<string, JudgedVerdict | null>()
  const add = (rows: readonly VerdictRow[]) => {
    for (const row of rows) verdicts.set(verdictKey(row), row.verdict)
  }
  add(await readVerdicts(ctx, [...distinct.values()]))
  const open = [...distinct].filter(([key]) => !verdicts.has(key)).map(([, question]) => question)
  for (let first = 0; first < open.length; first += STATEMENTS_PER_REQUEST) {
    // The next process continues with the stored verdicts.
    ctx.deps.stopping.throwIfAborted()
    add(await ask(ctx, judge, brand, open.slice(first, first + STATEMENTS_PER_REQUEST)))
  }
  return verdicts
}

async function readVerdicts(ctx: Ctx, questions: readonly StatementQuestion[]): Promise<VerdictRow[]> {
  const { rows } = await ctx.db.pool.query<VerdictRow>({
    name: 'fact-judgements',
    text: `SELECT j.fact_id AS "factId", j.digest, j.verdict FROM fact_judgement j
           JOIN unnest($1::uuid[], $2::text[]) AS q (fact_id, digest) USING (fact_id, digest)`,
    values: [questions.map(({ factId }) => factId), questions.map(({ digest }) => digest)],
  })
  return rows
}

async function ask(
  ctx: Ctx,
  judge: Judge,
  brand: string,
  statements: readonly StatementQuestion[],
): Promise<VerdictRow[]> {
  const [first] = statements
  if (!first) return []
  const { unitId } = first
  const user = factRequestContent(brand, statements)
  const asked = await askWithinBudget(ctx, {
    judge,
    unitId,
    question: { system: FACT_INSTRUCTIONS, user, form: FACT_FORM },
    labels: statements.length,
    subject: 'facts',
  })
  if (!asked) return []
  const verdicts = readFactVerdicts(asked.answer.text, statements.length)
  if (!verdicts)
    ctx.deps.logger.warn({ unitId }, "facts not judged: the judge's reply does not follow the JSON schema")
  const stored = await store(
    ctx,
    asked.answer.model,
    statements.map(({ factId, digest }, index) => ({ factId, digest, verdict: verdicts?.[index] ?? null })),
  )
  await asked.settle()
  return stored
}

/**
 * If two verdicts are stored at the same time, the first is kept and both callers get it. Skips removed facts. Ordered, so
 * that two checks at the same time cannot deadlock.
 */
const STORE = `INSERT INTO fact_judgement AS j (fact_id, digest, verdict, model, prompt_version, judged_at)
  SELECT i."factId", i.digest, i.verdict, $2, $3, $4
  FROM json_to_recordset($1::json) AS i ("factId" uuid, digest text, verdict text)
  JOIN (SELECT id FROM brand_fact WHERE id = ANY($5::uuid[]) ORDER BY id FOR KEY SHARE) f ON f.id = i."factId"
  ORDER BY i."factId", i.digest
  ON CONFLICT (fact_id, digest) DO UPDATE SET digest = excluded.digest
  RETURNING j.fact_id AS "factId", j.digest, j.verdict`

async function store(ctx: Ctx, model: string, rows: readonly VerdictRow[]): Promise<VerdictRow[]> {
  const factIds = [...new Set(rows.map(({ factId }) => factId))]
  const insert = () =>
    ctx.db.pool.query<VerdictRow>({
      name: 'store-fact-judgements',
      text: STORE,
      values: [toPostgresJson(rows), model, FACT_PROMPT_VERSION, ctx.now(), factIds],
    })
  return (await storageGate(ctx).run(insert, { answer: true })).rows
}
