const NAMES: Readonly<Record<string, string>> = {
  price: 'Price',
  ease_of_use: 'Ease of use',
  features: 'Features',
  quality: 'Quality',
  performance: 'Performance',
  reliability: 'Reliability',
  support: 'Support',
  trust: 'Trust',
  security: 'Security',
  integrations: 'Integrations',
  design: 'Design',
  comfort: 'Comfort',
  flexibility: 'Flexibility',
  selection: 'Selection',
  availability: 'Availability',
  sustainability: 'Sustainability',
  health: 'Health',
}

/** Returns the name of a theme: of a known one, or the quoted word of any other. */
export function themeName(theme: string): string {
  return NAMES[theme] ?? `“${theme.replace('other:', '')}”`
}
