/** The address of the installation in guides and snippets: the one that a start without settings prints. */
export const ORIGIN = 'http://localhost:4000'
