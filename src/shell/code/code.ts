export type Language = 'python' | 'javascript' | 'perl' | 'ruby' | 'php' | 'lua' | 'r' | 'applescript' | 'awk' | 'sed'
export interface CodeWorld { readonly home: string | undefined; env(name: string): string | undefined; readonly args: readonly string[] }
export type CodeAction =
  | { kind: 'shell'; text: string }
  | { kind: 'run'; argv: readonly string[] }
  | { kind: 'file'; op: 'read' | 'write' | 'delete' | 'mode' | 'list'; path: string; recursive?: boolean; mode?: string; content?: string }
  | { kind: 'move'; from: string; to: string }
  | { kind: 'copy'; from: string; to: string }
  | { kind: 'link'; target: string; path: string }
  | { kind: 'net'; target: string; sends: boolean; twoWay: boolean }
  | { kind: 'code'; decoded: boolean; network: boolean; text?: string }
  | { kind: 'kill'; target: string }
  | { kind: 'env'; name: string }
export function readCode(_language: Language, _source: string, _world: CodeWorld): readonly CodeAction[] { return [] }
