#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/text/reading.h"
#include "tuner/launch/process.h"

namespace treering::tuner::launch {
namespace {

struct Said {
  std::optional<int> rank;
  std::string text;
};

bool has_words(std::string_view line) {
  return std::ranges::any_of(line, core::is_letter);
}

bool is_rule(std::string_view line) {
  constexpr std::size_t kLeast = 40;  // Open MPI's have 74
  return line.size() >= kLeast && line.find_first_not_of('-') == std::string_view::npos;
}

/// Takes "[1,3]<stderr>:" from the beginning of a line, and returns the rank in it.
std::optional<int> take_tag(std::string_view& line) {
  const std::size_t comma = line.find(',');
  const std::size_t bracket = line.find(']');
  if (!line.starts_with('[') || comma > bracket || bracket == std::string_view::npos) return {};
  const std::string_view rest = line.substr(bracket + 1);
  if (!rest.starts_with("<stdout>:") && !rest.starts_with("<stderr>:")) return {};
  const auto rank = core::whole_number<int>(line.substr(comma + 1, bracket - comma - 1));
  if (rank) line = core::trimmed(rest.substr(std::string_view("<stdout>:").size()));
  return rank;
}

/// What follows "[host:4711] ", with which Open MPI begins its own lines; empty of others.
std::string_view by_open_mpi(std::string_view line) {
  const std::size_t end = line.find("] ");
  const bool is_mark = line.starts_with('[') && end != std::string_view::npos &&
                       line.substr(0, end).find(':') != std::string_view::npos;
  return is_mark ? line.substr(end + 2) : "";
}

/// The rank that a launcher names in "noticed that process rank 1 with ..." or
/// "Process name: [[7,1],1]".
std::optional<int> rank_named_in(std::string_view text) {
  constexpr std::string_view kRank = "process rank ";
  constexpr std::string_view kName = "Process name: [";
  std::string_view rest;
  if (const std::size_t at = text.find(kRank); at != std::string_view::npos) {
    rest = text.substr(at + kRank.size());
    rest = rest.substr(0, rest.find(' '));
  } else if (const std::size_t name = text.find(kName); name != std::string_view::npos) {
    rest = text.substr(name + kName.size());
    rest = rest.substr(0, rest.find("] "));
    rest = rest.substr(0, rest.find_last_of("0123456789") + 1);
    rest = rest.substr(rest.rfind(',') + 1);
  }
  return core::whole_number<int>(rest);
}

/// What was printed, put together by who says it.
class Printed {
 public:
  explicit Printed(std::string_view text) {
    for (core::LineReader lines(text); lines.next();) take(core::trimmed(lines.line()));
  }

  /// The launcher's last message, on the end of its job.
  [[nodiscard]] const std::string& by_launcher() const { return by_launcher_; }

  [[nodiscard]] std::string last_of(std::optional<int> rank) const {
    for (auto one = said_.rbegin(); one != said_.rend(); ++one) {
      if (!rank || one->rank == rank) return one->text;
    }
    return "";
  }

 private:
  void take(std::string_view line) {
    const auto rank = take_tag(line);
    if (!rank && is_rule(line)) {
      is_launcher_ = !is_launcher_;
      if (is_launcher_) by_launcher_.clear();
    } else if (!has_words(line)) {
      return;
    } else if (!rank && is_launcher_) {
      append(by_launcher_, " ", line);
    } else {
      take_of_rank(rank, line);
    }
  }

  void take_of_rank(std::optional<int> rank, std::string_view line) {
    constexpr std::string_view kPart = "*** ";
    const std::string_view own = by_open_mpi(line);
    const bool is_part = own.starts_with(kPart);
    const bool goes_on = was_part_ && is_part;
    was_part_ = is_part;
    if (own.starts_with("*** Process received signal")) {
      is_trace_ = true;
    } else if (own.starts_with("*** End of error message")) {
      is_trace_ = false;
      was_part_ = false;
    } else if (own.starts_with("Signal: ") && is_trace_) {
      said_.push_back({rank, last_of(rank)});
      append(said_.back().text, "; ", own);
    } else if (!is_trace_ && goes_on && !said_.empty()) {
      append(said_.back().text, " ", core::trimmed(own.substr(kPart.size())));
    } else if (!is_trace_ || own.empty()) {
      said_.push_back({rank, std::string(is_part ? own.substr(kPart.size()) : line)});
    }
  }

  static void append(std::string& text, std::string_view between, std::string_view more) {
    if (!text.empty()) text += between;
    text += more;
  }

  std::vector<Said> said_;
  std::string by_launcher_;
  bool is_launcher_ = false;  // between two of its rules
  bool is_trace_ = false;
  bool was_part_ = false;
};

}  // namespace

std::string last_words(std::string_view text) {
  const Printed printed(text);
  const auto rank = rank_named_in(printed.by_launcher());
  std::string words = rank ? printed.last_of(rank) : "";
  if (words.empty()) words = printed.last_of({});  // nobody says which rank printed what
  if (printed.by_launcher().empty()) return words;
  return words.empty() ? printed.by_launcher() : words + "; " + printed.by_launcher();
}

}  // namespace treering::tuner::launch
