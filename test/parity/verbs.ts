import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

const SOURCE = join(import.meta.dirname, '../../src')

/** Returns the names of the core functions that a folder of `src` imports; none if the folder does not exist. */
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
 * Returns the names and files of all core functions: the exported functions in `src/core/<noun>/<file>.ts` with one
 * destructured parameter that includes `ctx`.
 * @throws {Error} if two functions have the same name, because the table identifies them by name
 */
export function allVerbs(): Map<string, string> {
  const verbs = new Map<string, string>()
  const core = join(SOURCE, 'core')
  for (const file of filesBelow(core).filter((path) => relative(core, path).split('/').length === 2)) {
    for (const name of verbsIn(file)) {
      if (verbs.has(name)) throw new Error(`${name} is exported by both ${verbs.get(name)} and ${file}`)
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

/** Returns the names that a file imports or re-exports from other files; type imports are skipped. */
function importsOf(file: string): { names: string[]; target: string }[] {
  return parsed(file).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
    const { moduleSpecifier } = statement
    if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return []
    const bindings = ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : statement.exportClause
    if (!bindings || !(ts.isNamedImports(bindings) || ts.isNamedExports(bindings))) return []
    const names = bindings.elements
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .map(({ propertyName, name }) => (propertyName ?? name).text)
    return [{ names, target: join(dirname(file), moduleSpecifier.text) }]
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
