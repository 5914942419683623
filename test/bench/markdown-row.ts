/** Prints a benchmark's figures as one row of a Markdown table too: rows of several runs below each other compare them. */
export function printMarkdownRow(benchmark: string, figures: Record<string, string>): void {
  const cells = Object.entries(figures).map(([title, figure]) => `${title} ${figure}`)
  console.log(`  | ${[benchmark, ...cells].join(' | ')} |`)
}
