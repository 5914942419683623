import { MetricHelp } from '../../charts/help.tsx'
import { type Rate, rateColumn } from '../../charts/rate.tsx'
import { bandColumn } from '../../charts/rate-band.tsx'
import type { Column } from '../../components/column.ts'
import type { AnswersSearch } from '../../layout/answers-link.tsx'
import { LinkedCount, LinkedRate } from './figures.tsx'

/** The citations of a site or page, and its answers. */
interface Citations {
  citationRate: Rate
  cited: number
  retrieved: number
  /** Color of the owner. */
  color: string
  /** The site or page in link labels, such as `this page`. */
  name: string
  /** Filters for the answers that cite it. */
  citedIn: AnswersSearch
  /** Filters for the answers that list it without citing it. */
  listedIn: AnswersSearch
}

/**
 * The columns with the citations of sites or pages.
 * @param read returns the citations of a row, or null for a row without any
 * @param top end of the scale of the bands
 */
export function citationColumns<Row>(read: (row: Row) => Citations | null, top: number) {
  const band = bandColumn<Row>((row) => {
    const citations = read(row)
    return citations && { rate: citations.citationRate, color: citations.color }
  }, top)
  const citationRate: Column<Row> = {
    ...rateColumn<Row>('citationRate', 'Cited', (row) => read(row)?.citationRate),
    help: <MetricHelp metric="citationRate" title="Citation rate" />,
    orders: ['CITATION_RATE_DESC'],
    cell: (row) => {
      const citations = read(row)
      return citations && <LinkedRate rate={citations.citationRate} search={citations.citedIn} />
    },
    width: '128px',
  }
  const cited: Column<Row> = {
    id: 'cited',
    title: 'Citations',
    numeric: true,
    value: (row) => read(row)?.cited ?? null,
    cell: (row) => {
      const citations = read(row)
      if (!citations) return null
      const what = `answers that cite ${citations.name}`
      return <LinkedCount value={citations.cited} noun="citation" what={what} search={citations.citedIn} />
    },
    width: '84px',
  }
  const retrieved: Column<Row> = {
    id: 'retrieved',
    title: 'Listings',
    orders: ['RETRIEVED_DESC'],
    numeric: true,
    value: (row) => read(row)?.retrieved ?? null,
    cell: (row) => {
      const citations = read(row)
      if (!citations) return null
      const what = `answers that list ${citations.name} without citing it`
      return (
        <LinkedCount value={citations.retrieved} noun="listing" what={what} search={citations.listedIn} />
      )
    },
    width: '96px',
  }
  return { band, citationRate, cited, retrieved }
}
