import type { RoleTable } from './table.ts'

const SERVER =
  '-h:value -p:value -P:value -u:value -U:value -d:value -D:value -k:value --host:value --port:value --user:value --username:value --dbname:value --database:value --password?value'

/** Clients of databases: statements, commands of their own, and ways out to a shell. */
export const databases = (): RoleTable => ({
  'psql pgcli vsql gsql': {
    language: 'sql',
    options:
      '-c:code --command:code -f:file --file:file -h:value --host:value -p:value --port:value -U:value --username:value -d:value --dbname:value -o:write --output:write -L:write --log-file:write -v:value --set:value --variable:value -F:value -R:value -T:value -P:value --pset:value --field-separator:value -A -t -q -x -X -1 -l',
    operands: 'value',
    stdin: 'code',
  },
  'mysql mariadb mycli mysqlsh': {
    language: 'sql',
    options:
      '-e:code --execute:code -h:value --host:value -P:value --port:value -u:value --user:value -p?value --password?value -D:value --database:value --pager?shell --tee:write --init-command:code --default-character-set:value -S:value --socket:value --defaults-file:read --defaults-extra-file:read --plugin-dir:load -f:file --file:file --login-path:value -B -N -s -t',
    operands: 'value',
    stdin: 'code',
  },
  'sqlite3 sqlite litecli spatialite': {
    language: 'sql',
    options:
      '-cmd:code -e:code -init:file -separator:value -newline:value -nullvalue:value -maxsize:value -mmap:value -vfs:value -A:value --cmd:code --init:file --execute:code',
    operands: 'read code',
    stdin: 'code',
    longDash: true,
  },
  duckdb: {
    language: 'sql',
    options: '-c:code -s:code -cmd:code -f:file -init:file -separator:value -newline:value -nullvalue:value',
    operands: 'read code',
    stdin: 'code',
    longDash: true,
  },
  'clickhouse clickhouse-client clickhouse-local': {
    language: 'sql',
    options:
      '-q:code --query:code --queries-file:file -h:value --host:value --port:value -u:value --user:value --password?value -d:value --database:value --format:value -N:value --table:value -S:value --structure:value --file:read --path:value -f:value',
    operands: 'value',
    stdin: 'code',
  },
  cockroach: {
    language: 'sql',
    commands: {
      sql: {
        options: '-e:code --execute:code -f:file --file:file --url:value --host:value --user:value -d:value',
        operands: 'value',
        stdin: 'code',
      },
      'version node start init demo': 'value',
    },
  },
  'cypher-shell': {
    language: 'sql',
    options: `-f:file --file:file -a:value --address:value --format:value -P:value --param:value --non-interactive ${SERVER}`,
    operands: 'code',
    stdin: 'code',
  },
  'mongosh mongo': {
    language: 'sql',
    options: `--eval:code -f:file --file:file --shell --quiet --norc --nodb --authenticationDatabase:value ${SERVER}`,
    operands: 'value file',
    stdin: 'code',
  },
  'redis-cli valkey-cli keydb-cli': {
    options: `-s:value -a:value -n:value -r:value -i:value --pass:value --rdb:write --functions-rdb:write --eval:file --cacert:read --cert:read --key:read -x -X:value -c --raw --csv --json --pipe --stat --scan --bigkeys --pattern:value ${SERVER}`,
    operands: 'value',
    does: 'sql',
    language: 'sql',
    stdin: 'code',
  },
  'sqlcmd osql': {
    language: 'sql',
    options: `-Q:code -q:code -i:file -o:write -S:value -E -b -W -s:value -v:value ${SERVER}`,
    operands: 'value',
    stdin: 'code',
  },
  cqlsh: {
    language: 'sql',
    options: `-e:code --execute:code -f:file --file:file --cqlshrc:read --ssl ${SERVER}`,
    operands: 'value',
    stdin: 'code',
  },
  snowsql: {
    language: 'sql',
    options:
      '-q:code --query:code -f:file --filename:file -o:setting --option:setting -c:value -a:value -u:value -d:value -s:value -w:value -r:value -D:value --config:read',
    operands: 'value',
    stdin: 'code',
  },
  'usql trino presto': {
    language: 'sql',
    options:
      '-c:code --command:code --execute:code -f:file --file:file -o:write --out:write --output:write --server:value --catalog:value --schema:value --user:value --output-format:value',
    operands: 'value',
    stdin: 'code',
  },
  'beeline hive spark-sql impala-shell': {
    language: 'sql',
    options:
      '-e:code -f:file -q:code -u:value -n:value -i:file -o:write -d:value -k --hiveconf:setting --hivevar:value --query:code --query_file:file --outputformat:value',
    operands: 'value',
    stdin: 'code',
  },
  'sqlplus sqlcl': { language: 'sql', options: '-S -L -M:value -R:value -C:value', operands: 'value', stdin: 'code' },
  'isql isql-fb fbsql': {
    language: 'sql',
    options:
      '-i:file -input:file -o:write -output:write -u:value -user:value -p:value -password:value -b -v -d:value -q',
    operands: 'value',
    stdin: 'code',
    longDash: true,
  },
  db2: { language: 'sql', options: '-f:file -t?value -v -x -z:write -l:write', operands: 'code', stdin: 'code' },
  'influx influxdb3': {
    language: 'sql',
    options:
      '-execute:code -database:value -host:value -port:value -format:value --host:value --token:value --org:value -f:file --file:file -import -path:read',
    commands: { query: { operands: 'code', stdin: 'code' }, '*': 'value' },
    longDash: true,
  },
  arangosh: {
    language: 'sql',
    options: `-a:value -f:file --file:file --format:value --javascript.execute-string:code --javascript.execute:file --server.endpoint:value ${SERVER}`,
    operands: 'code',
    stdin: 'code',
  },
  osqueryi: {
    language: 'sql',
    options: '--extension:load --config_path:read --json --csv --line --list',
    operands: 'code',
    stdin: 'code',
  },
})
