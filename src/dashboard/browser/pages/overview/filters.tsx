import { country, day } from '../../figures/format.ts'
import { useProject } from '../../frame/project-frame.tsx'
import { Select } from '../../parts/select.tsx'
import { type OverviewView, useChangeSearch } from './view.ts'

/** What the page shows: the run and the run before, and the filters. */
export function Filters({ view }: { view: OverviewView }) {
  const { defaultProviders } = useProject()
  const change = useChangeSearch()
  const { search, runs, points, point, previous, parts, tags } = view
  const ended = runs.filter(({ finishedAt }) => finishedAt !== null)
  const choiceOf = ({ databaseId, finishedAt }: (typeof runs)[number]) => ({
    value: databaseId,
    label: day(finishedAt),
  })
  const known = parts?.providers ?? defaultProviders
  const providers = [
    ...known,
    ...defaultProviders.filter(({ token }) => !known.some((one) => one.token === token)),
  ]
  const earlier = points.filter(({ completedAt }) => point && completedAt < point.completedAt)
  return (
    <>
      <Select
        label="Run"
        value={search.run}
        any={`latest${ended[0] ? `, ${day(points[0]?.completedAt ?? ended[0].finishedAt)}` : ''}`}
        choices={ended.map(choiceOf)}
        onChange={(run) => change({ run, against: undefined })}
      />
      {(earlier.length > 0 || search.against) && (
        <Select
          label="against"
          value={search.against}
          any={
            previous && search.against === undefined
              ? `the one before, ${day(previous.completedAt)}`
              : 'the one before'
          }
          choices={earlier.map(({ runId, completedAt }) => ({ value: runId, label: day(completedAt) }))}
          onChange={(against) => change({ against })}
        />
      )}
      <Select
        label="Provider"
        value={search.provider}
        any={`all ${providers.length}`}
        choices={providers.map(({ token, label }) => ({ value: token, label }))}
        onChange={(provider) => change({ provider })}
      />
      <Select
        label="Country"
        value={search.location}
        any="all"
        choices={(parts?.locations ?? []).map((code) => ({ value: code, label: country(code) }))}
        onChange={(location) => change({ location })}
      />
      {(tags.length > 0 || search.tag) && (
        <Select
          label="Tag"
          value={search.tag}
          any="any"
          choices={tags.map(({ name }) => ({ value: name, label: name }))}
          onChange={(tag) => change({ tag })}
        />
      )}
    </>
  )
}
