#!/usr/bin/env bash
# Prints how the sources are made up: figures to compare from one release to the next. Nothing is
# refused by them.
#
#   cmake/house.sh
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/.."

libraries=(core hw sim tuner workers app report cli gui)

sources() { find "$@" \( -name '*.h' -o -name '*.cpp' \); }

# Types whose members are an algorithm and a protocol, under whatever names: "file:line type".
two_names() {
  sources "${libraries[@]}" | sort | xargs awk '
    FNR == 1 { depth = 0 }
    match($0, /^ *(struct|class) [A-Za-z]+[^;(]*\{$/) {
      match($0, /^ */)
      ++depth
      indent[depth] = RLENGTH
      name[depth] = FILENAME ":" FNR " " $2
      has[depth] = ""
      next
    }
    depth && match($0, /^ *\};/) && RLENGTH == indent[depth] + 2 {
      if (has[depth] ~ /a/ && has[depth] ~ /p/) print name[depth]
      --depth
      next
    }
    depth && !/^ *(\/\/|return|using|static)/ {
      line = $0
      sub(/\/\/.*/, "", line)
      if (line ~ /[()]|(\.|->)[a-z_]+ = / || line !~ /;|\{\};?$/) next
      if (line ~ /[ *&_](algo[a-z_]*|[a-z_]*_algo[a-z]*)( =|;|\{)/) has[depth] = has[depth] "a"
      if (line ~ /[ *&_](proto[a-z_]*|[a-z_]*_proto[a-z]*)( =|;|\{)/) has[depth] = has[depth] "p"
    }'
}

echo "code files: $(sources "${libraries[@]}" | wc -l), with tests and benches" \
  "$(sources "${libraries[@]}" tests bench | wc -l)"
echo "lines of a header, median: $(sources "${libraries[@]}" | grep '\.h$' | xargs wc -l |
  awk '$2 != "total" { print $1 }' | sort -n | awk '{ all[NR] = $1 } END { print all[int((NR + 1) / 2)] }')"
echo "CMakeLists.txt: $(find . -name CMakeLists.txt -not -path './build/*' | wc -l)"
echo "types that hold an algorithm and a protocol: $(two_names | wc -l)"
two_names | sed 's/^/  /'
