import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

const SOURCE = join(import.meta.dirname, '../../src')

/** The verbs of the core that a folder of `src` imports, by name, each with its file; none for a folder that does not exist. */
export function verbsCalledBy(folder: string): Set<string> {
  const verbs = allVerbs()
  const called = new Set<string>()
  for (const file of filesBelow(join(SOURCE, folder))) {
    for (const { names, target } of importsOf(file)) {
      for (const name of names) if (verbs.get(name) === target) called.add(name)
    }
  }
  return called
}

/**
 * The verbs of the source: exported functions of `src/core/<noun>/<file>.ts` whose one parameter is an object with `ctx`.
 * @throws {Error} for two verbs of one name, which the table could not tell apart
 */
export function allVerbs(): Map<string, string> {
  const verbs = new Map<string, string>()
  const core = join(SOURCE, 'core')
  for (const file of filesBelow(core).filter((path) => relative(core, path).split('/').length === 2)) {
    for (const name of verbsIn(file)) {
      if (verbs.has(name)) throw new Error(`${name} is a verb in ${verbs.get(name)} and in ${file}`)
      verbs.set(name, file)
    }
  }
  return verbs
}

function verbsIn(file: string): string[] {
  return parsed(file).statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || !statement.name) return []
    const exported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    const [parameter] = statement.parameters
    const takesContext =
      parameter &&
      ts.isObjectBindingPattern(parameter.name) &&
      parameter.name.elements.some(({ propertyName, name }) => (propertyName ?? name).getText() === 'ctx')
    return exported && takesContext ? [statement.name.text] : []
  })
}

/** The names that a file imports as values from other files of the source. */
function importsOf(file: string): { names: string[]; target: string }[] {
  return parsed(file).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return []
    const bindings = statement.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings)) return []
    const names = bindings.elements
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .map(({ propertyName, name }) => (propertyName ?? name).text)
    return [{ names, target: join(dirname(file), statement.moduleSpecifier.text) }]
  })
}

function parsed(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return filesBelow(path)
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [path] : []
  })
}
