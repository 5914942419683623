import { Select } from '../../components/select.tsx'
import { day } from '../../formatting/format.ts'
import { locationName } from '../../formatting/location.ts'
import { useProject } from '../../layout/project-frame.tsx'
import { type OverviewView, useChangeSearch } from './view.ts'

/** The run to show, the run to compare it with, and the filters. */
export function Filters({ view }: { view: OverviewView }) {
  const { defaultProviders } = useProject()
  const change = useChangeSearch()
  const { search, runs, points, point, previous, parts, tags } = view
  const ended = runs.filter(({ finishedAt }) => finishedAt !== null)
  const choiceOf = ({ databaseId, finishedAt }: (typeof runs)[number]) => ({
    value: databaseId,
    label: day(finishedAt),
  })
  const runProviders = parts?.providers ?? defaultProviders
  const providers = [
    ...runProviders,
    ...defaultProviders.filter(({ token }) => !runProviders.some((provider) => provider.token === token)),
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
          label="vs."
          value={search.against}
          any={
            previous && search.against === undefined ? `previous, ${day(previous.completedAt)}` : 'previous'
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
        choices={(parts?.locations ?? []).map((code) => ({ value: code, label: locationName(code) }))}
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
