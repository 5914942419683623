/** Prints a benchmark's figures as a row of a Markdown table, so that several runs can be compared in one table. */
export function printMarkdownRow(benchmark: string, figures: Record<string, string>): void {
  const cells = Object.entries(figures).map(([title, figure]) => `${title} ${figure}`)
  console.log(`  | ${[benchmark, ...cells].join(' | ')} |`)
}
