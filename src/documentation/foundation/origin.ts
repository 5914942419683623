/** The address of the installation in guides and snippets: the default address. */
export const ORIGIN = 'http://localhost:4000'
