import { MiddleText } from '../../components/middle-text.tsx'
import type { Answer } from '../model/answer.ts'
import { SOURCE_CATEGORIES } from '../model/words.ts'
import { SafeLink } from '../text/safe-link.tsx'
import { shortAddress } from '../text/short-address.ts'
import styles from './answer-facts.module.css'

type Source = NonNullable<Answer['citations']>[number]

/** Lists the sources of an answer with the kind or owner of each site. */
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
          <span className={styles.url}>
            <SafeLink url={source.url} title={titleOf(source)} label={shortAddress(source.url)}>
              <MiddleText text={shortAddress(source.url)} />
            </SafeLink>
          </span>
          <span className={styles.owner} title={ownerOf(source, answer)}>
            {ownerOf(source, answer)}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Returns the name of the competitor that owns the site, otherwise the kind of site. */
function ownerOf({ category, competitorId }: Source, { competitors }: Answer): string {
  const competitor = competitors?.find((candidate) => candidate.competitorId === competitorId)
  return category === 'COMPETITOR' && competitor ? competitor.name : SOURCE_CATEGORIES[category]
}

function titleOf({ title, url }: Source): string {
  return title ? `${title}\n${url}` : url
}
