#!/bin/sh
# Counts the instructions of tasks, which repeat to about 0.1 % where seconds do not. They depend on the compiler and on the
# machine's instruction set, so this is no part of the gate. Needs valgrind.
# Usage: benches/instructions.sh [NIMDSL] > benches/instructions.txt, with a release build that is not incremental.
set -eu
cd "$(dirname "$0")/.."
nimdsl=${1:-target/release/nimdsl}
moving=$(mktemp --suffix=.nim)
trap 'rm -f "$moving"' EXIT
cat > "$moving" <<'RULES'
heaps x, y
move triangular(i, j) symmetric: (x, y) -> (x - i, y + j) where 2 <= i, 1 <= j < i
move both(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i + 2 * j < max(x, y)
RULES
printf '# millions of instructions of the whole process, counted by benches/instructions.sh\n'
printf '# %s, %s, %s\n' "$(rustc --version)" "$(valgrind --version)" "$(uname -m)"
count() {
    label=$1
    shift
    refs=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$nimdsl" "$@" 2>&1 >/dev/null |
        sed -n 's/.*I *refs: *//p' | tr -d ,)
    printf '%9s  %s\n' "$(awk "BEGIN { printf \"%.1f\", $refs / 1e6 }")" "$label"
}
hashed() {
    label=$1
    shift
    count "$label" table "$@" --format hash --threads 1
}
count "start-up, parsing and analysis of wythoff.nim" explain rulesets/wythoff.nim
count "start-up, parsing and analysis of triangular.nim" explain rulesets/triangular.nim
hashed "Wythoff, box 1000" rulesets/wythoff.nim --size 1000
hashed "Wythoff, box 2000" rulesets/wythoff.nim --size 2000
hashed "Ryuo, p = 3, box 2000" rulesets/ryuo.nim --set p=3 --size 2000
hashed "Triangular, total 1999" rulesets/triangular.nim --total 1999
hashed "Triangular with 1-Wythoff twist, total 1999" rulesets/triangular_wythoff.nim --set c=1 --total 1999
hashed "Triangular with 2-geometric twist, total 1999" rulesets/triangular_geometric.nim --set d=2 --total 1999
hashed "ab-Triangular (3, -1), total 1999" rulesets/ab_triangular.nim --set a=3 --set b=-1 --total 1999
hashed "c-Wythoff twist (2), c = 3, total 1999" rulesets/triangular_wythoff_2.nim --set c=3 --total 1999
hashed "Triangular plus i + 2 j < max(x, y), box 150" "$moving" --size 150
hashed "KY24 Definition 11 (1), total 100" rulesets/three_heap_1.nim --total 100
hashed "KY24 Definition 11 (3), total 100" rulesets/three_heap_3.nim --total 100
hashed "Ryuo, three dimensions, box 60" rulesets/ryuo_three.nim --size 60
count "P-positions of the 2-geometric twist to 10^18" p-positions rulesets/triangular_geometric.nim --up-to 1000000000000000000
count "P-positions of the 1-Wythoff twist to 10^6" p-positions rulesets/triangular_wythoff.nim --set c=1 --up-to 1000000
count "P-positions of Wythoff to 9999" p-positions rulesets/wythoff.nim --up-to 9999
count "Wythoff's rows 0 to 60, proved" periods rulesets/wythoff.nim --rows 0..60
