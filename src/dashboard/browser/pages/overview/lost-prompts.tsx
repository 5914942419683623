import { Link, useParams } from '@tanstack/react-router'
import { useQuery } from 'urql'
import { number } from '../../figures/format.ts'
import { RateCell, rateValues } from '../../figures/rate.tsx'
import { AnswersLink } from '../../frame/answers-link.tsx'
import type { Column } from '../../parts/column.ts'
import { ExportMenu } from '../../parts/export-menu.tsx'
import { Section } from '../../parts/page-header.tsx'
import { Failed, Message, Skeleton } from '../../parts/states.tsx'
import { Table } from '../../parts/table.tsx'
import { Card } from './card.tsx'
import { LOST, type LostPrompt } from './documents/lost.ts'
import { namedInstead } from './named-instead.ts'
import styles from './overview.module.css'
import type { Shown } from './view.ts'

/** `5 of 13`: in how many answers it is lost. */
function lostOf({ metrics }: LostPrompt): string | undefined {
  const rate = metrics?.summary.lostRate
  return rate && `${number(rate.numerator)} of ${number(rate.denominator)}`
}

/** The prompts whose answers name two competitors or more and not the brand. */
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
      title: 'Named instead',
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
      title: 'We are named',
      numeric: true,
      value: ({ metrics }) => rateValues(metrics?.summary.mentionRate),
      cell: ({ metrics }) => <RateCell rate={metrics?.summary.mentionRate} />,
    },
  ]
  return (
    <Section
      title="Prompts where everybody is named but us"
      note={`Ranked by answers that name two competitors or more and not us.${search.location ? ' The filter of countries does not reach this panel.' : ''}${search.provider ? ' The filter of providers leaves prompts that it asks; their figures are of all providers.' : ''}`}
      actions={
        prompts.length > 0 && (
          <ExportMenu
            load={() => ({ name: 'lost-prompts', columns, rows: prompts, simulated: run.simulated })}
          />
        )
      }
    >
      {error && !data ? (
        <Failed error={error} retry={() => read({ requestPolicy: 'network-only' })} />
      ) : fetching && !data ? (
        <Skeleton height={260} />
      ) : prompts.length > 0 ? (
        <>
          <Table
            caption="Prompts where others are named"
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
                    we <RateCell rate={prompt.metrics?.summary.mentionRate} />
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
              ? 'This needs two competitors or more'
              : 'No prompt names several competitors and not us'
          }
        />
      )}
    </Section>
  )
}
