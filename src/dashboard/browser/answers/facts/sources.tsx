import type { Answer } from '../reading/answer.ts'
import { SafeLink } from '../text/safe-link.tsx'
import styles from './answer-facts.module.css'

type Source = NonNullable<Answer['citations']>[number]

/** Sources of an answer with whose they are. */
export function Sources({
  sources,
  answer,
  none,
}: {
  sources: readonly Source[]
  answer: Answer
  none: string
}) {
  if (sources.length === 0) return <p className={styles.none}>{none}</p>
  return (
    <ol className={styles.sources}>
      {sources.map((source) => (
        <li key={`${source.position} ${source.url}`}>
          <span className={styles.number}>{source.position}</span>
          <span className={styles.url} title={source.title ?? undefined}>
            <SafeLink url={source.url}>{shortUrl(source)}</SafeLink>
          </span>
          <span className={styles.owner}>{ownerOf(source, answer)}</span>
        </li>
      ))}
    </ol>
  )
}

/** An address without its scheme, `www.` and last slash. */
function shortUrl({ url }: Source): string {
  return url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')
}

function ownerOf({ owner, competitorId }: Source, { competitors }: Answer): string {
  switch (owner) {
    case 'BRAND':
      return 'own'
    case 'COMPETITOR':
      return competitors?.find((one) => one.competitorId === competitorId)?.name ?? 'competitor'
    case 'THIRD_PARTY':
      return 'third party'
  }
}
