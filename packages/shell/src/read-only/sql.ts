/** Words that change data, reach files or other servers, or run something. A statement with one of them is not judged. */
const DEEDS =
  /\b(?:insert|update|delete|drop|alter|create|truncate|merge|replace|grant|revoke|call|do|exec|execute|copy|attach|detach|pragma|vacuum|reindex|cluster|refresh|lock|set|reset|begin|commit|into|load|install|import|export|use|kill|shutdown|handler)\b/i

const READS = /^\s*(?:select|show|explain|describe|desc|values|with|table)\b/i

/** Functions that only compute. Any other may be user-defined, and do anything. */
const FUNCTIONS =
  /^(?:count|sum|avg|min|max|total|round|abs|ceil|floor|mod|power|sqrt|random|coalesce|ifnull|nullif|iif|lower|upper|length|char_length|trim|ltrim|rtrim|substr|substring|instr|concat|concat_ws|group_concat|string_agg|array_agg|json_agg|json_extract|json_array_length|typeof|cast|date|time|datetime|strftime|julianday|now|current_date|current_timestamp|extract|date_trunc|date_part|to_char|age|row_number|rank|dense_rank|lag|lead|first_value|last_value|distinct|exists|in|any|all|values|as|and|or|not|on|where|from|join|over|by|using|like|between|when|then|else|case|select|union|limit|version|current_user|current_database|database|user)$/i

/** One statement that only reads. Comments and texts in quotes are searched too: databases differ in what they run of them. */
export function onlySelects(sql: string): boolean {
  if (sql.length > 10_000 || /\\|:\/\//.test(sql) || sql.replace(/;\s*$/, '').includes(';')) return false
  const called = [...sql.matchAll(/([A-Za-z_]\w*)["`\]]?\s*\(/g)].map(([, name = '']) => name)
  return READS.test(sql) && !DEEDS.test(sql) && called.every((name) => FUNCTIONS.test(name))
}
