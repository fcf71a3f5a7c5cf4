#include "tuner/runs/plain_text.h"

#include <algorithm>
#include <cstddef>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "tuner/runs/log_lines.h"

namespace treering::tuner::runs {

std::string plain_text(std::string_view text) {
  std::string plain = core::without_escapes(text);
  std::ranges::replace(plain, '\t', ' ');
  if (plain.find('\n') == std::string::npos) std::ranges::replace(plain, '\r', '\n');
  constexpr std::string_view kNonBreaking = "\xc2\xa0";
  std::size_t to = 0;
  for (std::size_t from = 0; from < plain.size(); ++from) {
    const bool is_blank = plain.compare(from, kNonBreaking.size(), kNonBreaking) == 0;
    plain[to++] = is_blank ? ' ' : plain[from];
    if (is_blank) ++from;
  }
  plain.resize(to);
  return plain;
}

namespace {

/// The tag that a launcher puts before each line: "[0]", "[1,0]<stdout>:", "3:"; empty without one.
/// Open MPI's --tag-output, mpiexec -l of MPICH, srun -l.
std::string_view launcher_tag(std::string_view line) {
  constexpr std::size_t kLongest = 32;
  const std::size_t digits = line.find_first_not_of("0123456789");
  if (digits > 0 && digits < line.size() && line[digits] == ':') return line.substr(0, digits + 1);
  if (!line.starts_with('[')) return {};
  std::size_t end = line.find(']');
  if (end == std::string_view::npos || end > kLongest) return {};
  if (line.find_first_not_of("0123456789,", 1) != end) return {};
  ++end;
  for (const std::string_view stream : {"<stdout>", "<stderr>"}) {
    if (line.substr(end).starts_with(stream)) end += stream.size();
  }
  if (line.substr(end).starts_with(':')) ++end;
  return line.substr(0, end);
}

}  // namespace

std::string without_inner_tags(std::string_view line) {
  const std::string_view tag = launcher_tag(line);
  if (tag.empty() || line.find(tag, tag.size()) == std::string_view::npos) return "";
  const std::string_view rest = line.substr(tag.size());
  const auto words = words_of(rest);
  if (words.size() < 3 || !whole_number(words[0]) || !whole_number(words[1])) return "";
  std::string joined(tag);
  joined += ' ';
  for (std::size_t at = 0; at < rest.size();) {
    const bool is_tag = rest.substr(at).starts_with(tag);
    joined += is_tag ? ' ' : rest[at];
    at += is_tag ? tag.size() : 1;
  }
  return joined;
}

std::size_t find_debug(std::string_view line) {
  constexpr std::string_view kName = "NCCL ";
  for (std::size_t at = line.find(kName); at != std::string_view::npos;
       at = line.find(kName, at + 1)) {
    for (const std::string_view level : {"INFO", "WARN", "TRACE", "ABORT", "VERSION"}) {
      if (line.substr(at + kName.size()).starts_with(level)) return at;
    }
  }
  return std::string_view::npos;
}

}  // namespace treering::tuner::runs
