#include "hw/formats/nccl_log/whole_lines.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/text/reading.h"
#include "hw/formats/nccl_log/complaints.h"
#include "hw/formats/nccl_log/error_forms.h"
#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

// Narrower is no terminal, and what is longer than the other nobody cuts.
constexpr std::size_t kNarrowest = 40;
constexpr std::size_t kWidest = 240;
// People paste what they read, not logs of whole runs.
constexpr std::size_t kMostPasted = std::size_t{4} << 20U;

enum class Cut { No, InWord, AtBlank };

/// How a line goes on in the next. \param width of the terminal or chat
Cut cut_between(std::string_view line, std::string_view next, std::size_t width) {
  if (line.size() == width) return Cut::InWord;
  next = core::trimmed(next);
  const std::size_t word = std::min(next.find_first_of(" \t"), next.size());
  return line.size() < width && line.size() + 1 + word > width ? Cut::AtBlank : Cut::No;
}

/// "ncclSystemError: ...", "torch.distributed.DistBackendError: ...".
bool begins_with_error(std::string_view line) {
  const std::string_view word = line.substr(0, line.find(' '));
  return word.ends_with("rror:") || word.ends_with("xception:");
}

/// Whether it says by itself what it is, so that no line above it goes on in it.
bool begins_anew(std::string_view line) {
  constexpr std::array kStarts = std::to_array<std::string_view>({
      "[rank",
      "[Rank",
      "[E",
      "[W",
      "[I",
      "[1,",
      "(pid=",
      "(Worker",
      "(Engine",
      "(Ray",
      "(API",
      "#",
      "```",
      "File \"",
      "frame #",
      "Traceback",
      "- ",
      "* ",
      "Exception raised",
      "+",
      "|",
      "what():",
      "INFO ",
      "WARNING ",
      "DEBUG ",
      "Last error:",
      "terminate called",
  });
  const std::string_view bare = core::trimmed(line);
  if (bare.empty() || line.starts_with("    ") || line.starts_with('\t')) return true;
  const auto starts = [bare](std::string_view start) { return bare.starts_with(start); };
  return std::ranges::any_of(kStarts, starts) || begins_with_time(bare) ||
         begins_with_error(bare) || has(bare, "NCCL INFO") || has(bare, "NCCL WARN") ||
         has(bare, kVersionWords);
}

/// Whether a line is NCCL's, or an error, which may be cut.
bool is_of_log(std::string_view line) {
  return has(line, "NCCL INFO") || has(line, "NCCL WARN") || line.starts_with("[rank") ||
         line.starts_with("[E") || is_error_of_caller(line) || is_error_by_form(line);
}

struct Joint {
  std::size_t line = 0;  // that goes on in the next
  Cut cut = Cut::No;
};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (core::LineReader reader(text); reader.next();) {
    std::string_view line = reader.line();
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
  }
  return lines;
}

/// Which lines are of the log: those that say so, and those below that may continue them.
std::vector<bool> lines_of_log(const std::vector<std::string_view>& lines) {
  std::vector<bool> of_log(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool goes_on = i > 0 && of_log[i - 1] && !begins_anew(lines[i]);
    of_log[i] = goes_on || is_of_log(lines[i]);
  }
  return of_log;
}

/// The places where lines may go on; none where some do that had room for more.
std::vector<Joint> joints_of(const std::vector<std::string_view>& lines) {
  const std::vector<bool> of_log = lines_of_log(lines);
  std::size_t width = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (of_log[i]) width = std::max(width, lines[i].size());
  }
  if (width < kNarrowest || width > kWidest) return {};
  std::vector<Joint> joints;
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    if (!of_log[i] || !of_log[i + 1] || begins_anew(lines[i + 1])) continue;
    const Cut cut = cut_between(lines[i], lines[i + 1], width);
    if (cut != Cut::No) joints.push_back({i, cut});
  }
  return joints;
}

/// Whether joining two lines makes an error that neither is.
bool makes_error(std::string_view line, std::string_view next, Cut cut) {
  if (is_error_of_caller(line) || is_error_of_caller(next)) return false;
  const std::string joined = cut == Cut::AtBlank
                                 ? std::string(line) + " " + std::string(core::trimmed(next))
                                 : std::string(line) + std::string(next);
  return is_error_of_caller(joined);
}

/// A terminal cuts wherever its width ends, a chat at blanks: whichever most of the lines show. A
/// single line has to show it by an error that it makes, or by the width of a terminal.
std::optional<Cut> way_of_cutting(const std::vector<Joint>& joints,
                                  const std::vector<std::string_view>& lines) {
  for (const Joint& joint : joints) {
    for (const Cut cut : {Cut::InWord, Cut::AtBlank}) {
      if (makes_error(lines[joint.line], lines[joint.line + 1], cut)) return cut;
    }
  }
  constexpr std::size_t kTerminal = 80;
  std::set<std::string_view> different;  // what ranks repeat shows a width only once
  for (const Joint& joint : joints) different.insert(lines[joint.line]);
  if (different.size() == 1 && different.begin()->size() != kTerminal) return std::nullopt;
  const auto in_words =
      static_cast<std::size_t>(std::ranges::count(joints, Cut::InWord, &Joint::cut));
  return 2 * in_words > joints.size() ? Cut::InWord : Cut::AtBlank;
}

}  // namespace

std::optional<std::string> with_whole_lines(std::string_view text) {
  if (text.size() > kMostPasted) return std::nullopt;
  const std::vector<std::string_view> lines = lines_of(text);
  const std::vector<Joint> joints = joints_of(lines);
  if (joints.empty()) return std::nullopt;
  const auto way = way_of_cutting(joints, lines);
  if (!way) return std::nullopt;
  std::string whole;
  whole.reserve(text.size() + joints.size());
  std::size_t next_joint = 0;
  std::size_t pending = 0;  // lines whose ends follow that of the whole line
  for (std::size_t i = 0; i < lines.size(); ++i) {
    whole += pending > 0 && *way == Cut::AtBlank ? core::trimmed(lines[i]) : lines[i];
    if (next_joint < joints.size() && joints[next_joint].line == i) {
      if (*way == Cut::AtBlank || joints[next_joint].cut == Cut::AtBlank) whole += ' ';
      ++next_joint;
      ++pending;
      continue;
    }
    whole.append(pending + 1, '\n');
    pending = 0;
  }
  return whole;
}

}  // namespace treering::hw::formats::nccl_log
