import { Link, useParams } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { RateCell, rateValues } from '../../charts/rate.tsx'
import type { Column } from '../../components/column.ts'
import { ExportMenu } from '../../components/export-menu.tsx'
import { Section } from '../../components/page-header.tsx'
import { Failed, Message, Skeleton } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { number } from '../../formatting/format.ts'
import { AnswersLink } from '../../layout/answers-link.tsx'
import { Card } from './card.tsx'
import { LOST, type LostPrompt } from './documents/lost.ts'
import { namedInstead } from './named-instead.ts'
import styles from './overview.module.css'
import type { Shown } from './view.ts'

/** Returns how many answers lose the brand, such as `5 of 13`. */
function lostOf({ metrics }: LostPrompt): string | undefined {
  const rate = metrics?.summary.lostRate
  return rate && `${number(rate.numerator)} of ${number(rate.denominator)}`
}

/** Prompts with answers that mention two or more competitors but not the brand. */
export function LostPrompts({ view }: { view: Shown }) {
  const { projectId, ...rest } = useParams({ from: '/organizations/$organizationId/projects/$projectId' })
  const { run, search } = view
  const [{ data, fetching, error }, read] = useQuery({
    query: LOST,
    variables: {
      id: projectId,
      runId: run.databaseId,
      provider: search.provider ?? null,
      tags: search.tag ? [search.tag] : null,
    },
  })
  const prompts = (data?.project?.prompts?.nodes ?? []).filter(
    ({ metrics }) => (metrics?.summary.lostRate.numerator ?? 0) > 0,
  )
  const promptOf = ({ databaseId, text }: LostPrompt) => (
    <AnswersLink className={styles.prompt} search={{ run: run.databaseId, prompt: databaseId, named: 'no' }}>
      {text}
    </AnswersLink>
  )
  const columns: Column<LostPrompt>[] = [
    {
      id: 'prompt',
      title: 'Prompt',
      value: ({ text }) => text,
      cell: promptOf,
    },
    {
      id: 'instead',
      title: 'Mentioned instead',
      value: (prompt) => namedInstead(prompt).join(', '),
    },
    {
      id: 'lost',
      title: 'Lost',
      numeric: true,
      value: ({ metrics }) => rateValues(metrics?.summary.lostRate),
      cell: lostOf,
    },
    {
      id: 'named',
      title: 'You are mentioned',
      numeric: true,
      value: ({ metrics }) => rateValues(metrics?.summary.mentionRate),
      cell: ({ metrics }) => <RateCell rate={metrics?.summary.mentionRate} />,
    },
  ]
  return (
    <Section
      title="Prompts you are missing from"
      note={`Ranked by the number of answers that mention two or more competitors but not you.${search.location ? ' Not filtered by country.' : ''}${search.provider ? ' Shows prompts of the selected provider, with values for all providers.' : ''}`}
      actions={
        prompts.length > 0 && (
          <ExportMenu name="lost-prompts" columns={columns} rows={prompts} simulated={run.simulated} />
        )
      }
    >
      {error && !data ? (
        <Failed error={error} retry={read} />
      ) : fetching && !data ? (
        <Skeleton height={260} />
      ) : prompts.length > 0 ? (
        <>
          <Table
            caption="Prompts you are missing from"
            columns={columns}
            rows={prompts}
            rowKey={({ id }) => id}
            cards={(prompt) => (
              <Card
                main={promptOf(prompt)}
                figure={<>lost {lostOf(prompt)}</>}
                notes={[namedInstead(prompt).join(', ')]}
                second={
                  <>
                    you <RateCell rate={prompt.metrics?.summary.mentionRate} />
                  </>
                }
              />
            )}
          />
          <p className={styles.more}>
            <Link
              to="/organizations/$organizationId/projects/$projectId/prompts"
              params={{ ...rest, projectId }}
            >
              All prompts
            </Link>
          </p>
        </>
      ) : (
        <Message
          title={
            view.point.entities.length < 3
              ? 'This needs at least two competitors'
              : 'You are not missing from any prompt'
          }
        />
      )}
    </Section>
  )
}
