#include "core/text/told.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/text/reading.h"

namespace treering::core {
namespace {

/// Words that report trouble. Those that have a "not" of their own cannot be denied.
struct Sign {
  std::string_view words;
  Told told;
  bool has_not = false;
};

constexpr std::array kSigns = std::to_array<Sign>({
    {"hang", Told::Hang},
    {"hangs", Told::Hang},
    {"hanging", Told::Hang},
    {"hanged", Told::Hang},
    {"hung", Told::Hang},
    {"stuck", Told::Hang},
    {"stall", Told::Hang},
    {"stalls", Told::Hang},
    {"stalled", Told::Hang},
    {"stalling", Told::Hang},
    {"freezes", Told::Hang},
    {"freezing", Told::Hang},
    {"froze", Told::Hang},
    // Networks have frozen layers, and people freeze them.
    {"freeze at", Told::Hang},
    {"freeze after", Told::Hang},
    {"freeze during", Told::Hang},
    {"freeze when", Told::Hang},
    {"frozen at", Told::Hang},
    {"deadlock", Told::Hang},
    {"deadlocks", Told::Hang},
    {"deadlocked", Told::Hang},
    {"indefinitely", Told::Hang},
    {"forever", Told::Hang},
    {"unresponsive", Told::Hang},
    {"no progress", Told::Hang, true},
    {"not progress", Told::Hang, true},
    {"not progressing", Told::Hang, true},
    {"not make progress", Told::Hang, true},
    {"not make any progress", Told::Hang, true},
    {"not making progress", Told::Hang, true},
    {"not finish", Told::Hang, true},
    {"not respond", Told::Hang, true},
    {"not responding", Told::Hang, true},
    {"never finish", Told::Hang, true},
    {"never finishes", Told::Hang, true},
    {"never finished", Told::Hang, true},
    {"never return", Told::Hang, true},
    {"never returns", Told::Hang, true},
    {"never complete", Told::Hang, true},
    {"never completes", Told::Hang, true},
    {"never ends", Told::Hang, true},
    {"nothing happens", Told::Hang, true},
    {"crash", Told::Broken},
    {"crashes", Told::Broken},
    {"crashed", Told::Broken},
    {"crashing", Told::Broken},
    {"fails", Told::Broken},
    {"segfaults", Told::Broken},
    {"not work", Told::Broken, true},
    {"not working", Told::Broken, true},
    {"stopped working", Told::Broken, true},
});

// Wrong data: one of each in a clause.
constexpr std::array kWrong = std::to_array<std::string_view>(
    {"wrong", "incorrect", "corrupt", "corrupts", "corrupted", "corruption", "garbage"});
constexpr std::array kData =
    std::to_array<std::string_view>({"result", "results", "data", "values", "sum", "sums", "tensor",
                                     "tensors", "gradients", "output", "outputs", "answers"});

constexpr std::array kDenials =
    std::to_array<std::string_view>({"no", "not", "never", "without", "nor", "longer"});
// What is asked for is there: "how to fix this hang?".
constexpr std::array kOpen = std::to_array<std::string_view>(
    {"may", "might", "could", "would", "should", "cause", "if", "whether", "fix", "fixes", "fixed",
     "avoid", "avoids", "prevent", "prevents", "potential", "potentially", "possible"});
// A denial holds no further than these.
constexpr std::array kJoints =
    std::to_array<std::string_view>({"and", "but", "then", "while", "yet"});

// One of them is in every sign, so that other lines are not looked at any closer.
constexpr std::array kStems = std::to_array<std::string_view>(
    {"hang",      "hung",         "stuck",      "stall",           "freez",    "froze",
     "deadlock",  "indefinitely", "forever",    "respon",          "progress", "finish",
     "return",    "complet",      "never ends", "nothing happens", "crash",    "fails",
     "segfaults", "work",         "wrong",      "incorrect",       "corrupt",  "garbage"});

using WordsOfClause = std::vector<std::string>;

bool is_beyond_ascii(char c) {
  return static_cast<unsigned char>(c) >= 0x80U;
}

bool is_of_told_word(char c) {
  return is_letter_or_digit(c) || is_beyond_ascii(c) || c == '_' || c == '-' || c == '\'';
}

bool is_any_word(const auto& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// "doesn't" is "does not", "cannot" is "can not".
void add_word(std::string word, std::vector<WordsOfClause>& clauses) {
  if (is_any_word(kJoints, word)) {
    clauses.emplace_back();
    return;
  }
  for (const std::string_view end : {"n't", "n\u2019t", "not"}) {
    if (!word.ends_with(end)) continue;
    word.resize(word.size() - end.size());
    if (!word.empty()) clauses.back().push_back(std::move(word));
    word = "not";
    break;
  }
  clauses.back().push_back(std::move(word));
}

/// Lower-case words, by clauses: a denial holds up to the next comma or "but".
std::vector<WordsOfClause> clauses_of(std::string_view line) {
  std::vector<WordsOfClause> clauses(1);
  std::string word;
  for (std::size_t at = 0; at <= line.size(); ++at) {
    const char c = at < line.size() ? line[at] : ' ';
    if (is_of_told_word(c)) {
      word += lower_case(c);
      continue;
    }
    if (!word.empty()) add_word(std::exchange(word, ""), clauses);
    const bool is_stop = c == '.' && (at + 1 == line.size() || line[at + 1] == ' ');
    if (is_stop || std::string_view(",;:?!()").find(c) != std::string_view::npos)
      clauses.emplace_back();
  }
  return clauses;
}

/// Where the words of `phrase` stand in a clause, one after the other; its size without.
std::size_t find_phrase(const WordsOfClause& clause, std::string_view phrase) {
  WordsOfClause sought(1);
  for (const char c : phrase) {
    if (c == ' ') {
      sought.emplace_back();
    } else {
      sought.back() += c;
    }
  }
  return static_cast<std::size_t>(std::ranges::search(clause, sought).begin() - clause.begin());
}

/// Whether the word at `at` is denied or open by one of the few before it.
bool is_taken_back(const WordsOfClause& clause, std::size_t at, bool is_question, bool has_not) {
  constexpr std::size_t kNear = 4;
  for (std::size_t i = at - std::min(at, kNear); i < at; ++i) {
    if (!has_not && is_any_word(kDenials, clause[i])) return true;
    if (!is_question && is_any_word(kOpen, clause[i])) return true;
  }
  return at > 0 && clause[at - 1] == "can";
}

std::size_t find_any(const WordsOfClause& clause, const auto& words) {
  const auto is_one = [&](const std::string& word) { return is_any_word(words, word); };
  return static_cast<std::size_t>(std::ranges::find_if(clause, is_one) - clause.begin());
}

/// Results and data; a "data type" is none.
bool names_data(const WordsOfClause& clause) {
  const std::size_t at = find_any(clause, kData);
  if (at == clause.size()) return false;
  return at + 1 == clause.size() || !clause[at + 1].starts_with("type");
}

// --- who hangs

// What people run beside their work: where it hangs, that is no hang of a run.
constexpr std::array kTools = std::to_array<std::string_view>({"nvidia-smi",
                                                               "nvidia-bug-report",
                                                               "nvidia-settings",
                                                               "nvidia-debugdump",
                                                               "nvidia-fabricmanager",
                                                               "fabricmanager",
                                                               "nvidia-persistenced",
                                                               "dcgmi",
                                                               "nvtop",
                                                               "nvitop",
                                                               "gpustat",
                                                               "lspci",
                                                               "dmesg",
                                                               "modprobe",
                                                               "rmmod",
                                                               "insmod",
                                                               "systemctl",
                                                               "ibstat",
                                                               "ibdiagnet",
                                                               "mlxlink",
                                                               "mlxconfig",
                                                               "ssh",
                                                               "reboot",
                                                               "shutdown",
                                                               "apt",
                                                               "apt-get",
                                                               "pip",
                                                               "conda",
                                                               "wget",
                                                               "curl",
                                                               "git",
                                                               "cmake",
                                                               "build",
                                                               "compilation",
                                                               "installation",
                                                               "installer",
                                                               "download",
                                                               "desktop",
                                                               "browser",
                                                               "screen"});
constexpr std::array kWork = std::to_array<std::string_view>(
    {"training", "train", "inference", "program",   "process",    "processes",  "job",
     "jobs",     "test",  "tests",     "benchmark", "rank",       "ranks",      "worker",
     "workers",  "vllm",  "pytorch",   "torch",     "collective", "collectives"});
// A tool that shows something does not hang: "nvidia-smi shows 100 % when it is stuck".
constexpr std::array kShows = std::to_array<std::string_view>(
    {"show", "shows", "showed", "showing", "report", "reports", "reported", "say", "says",
     "display", "displays", "print", "prints", "printed", "list", "lists", "see", "works"});
// "hangs in nvidia-smi", "hangs when running nvidia-smi".
constexpr std::array kLeadsToTool =
    std::to_array<std::string_view>({"in", "of", "on", "at", "during", "with", "run", "running",
                                     "execute", "executing", "call", "calling", "sudo"});

bool is_work(std::string_view word) {
  return is_any_word(kWork, word) || word.starts_with("nccl") || word.ends_with("_perf") ||
         word.find("reduce") != std::string_view::npos ||
         word.find("gather") != std::string_view::npos;
}

/// Whether the word belongs to a tool's name: "nvidia-bug-report.sh", "the nvidia-smi process".
bool is_behind_tool(const WordsOfClause& clause, std::size_t at) {
  if (at > 0 && clause[at - 1] == "sh") --at;
  return at > 0 && is_any_word(kTools, clause[at - 1]);
}

/// Whether what hangs is a tool: the last that the clause names before the word at `at`, or, where
/// that names nothing, the first of the few behind it.
bool is_of_tool(const WordsOfClause& clause, std::size_t at) {
  for (std::size_t i = at; i-- > 0;) {
    if (is_any_word(kShows, clause[i])) return false;
    if (is_any_word(kTools, clause[i])) return true;
    if (is_work(clause[i])) return is_behind_tool(clause, i);
  }
  constexpr std::size_t kNear = 5;
  const std::size_t end = std::min(clause.size(), at + kNear);
  for (std::size_t i = at + 1; i < end; ++i) {
    if (is_work(clause[i])) return false;
    if (!is_any_word(kTools, clause[i])) continue;
    const bool is_shown = i + 1 < clause.size() && is_any_word(kShows, clause[i + 1]);
    return !is_shown && is_any_word(kLeadsToTool, clause[i - 1]);
  }
  return false;
}

Told told_in(const WordsOfClause& clause, bool is_question) {
  const std::size_t wrong = find_any(clause, kWrong);
  if (wrong < clause.size() && names_data(clause) &&
      !is_taken_back(clause, wrong, is_question, false)) {
    return Told::WrongData;
  }
  for (const Sign& sign : kSigns) {
    const std::size_t at = find_phrase(clause, sign.words);
    if (at == clause.size() || is_taken_back(clause, at, is_question, sign.has_not)) continue;
    if (sign.told != Told::Hang || !is_of_tool(clause, at)) return sign.told;
  }
  return Told::Nothing;
}

/// Of letters and blanks for the most part, and two words at least.
bool is_prose(std::string_view line) {
  constexpr std::size_t kLongest = 4096;  // a longer line is data
  constexpr std::size_t kPercent = 60;    // "nccl-tests hangs with -g 2 (2.18.5)." has 63
  if (line.size() > kLongest || line.find(' ') == std::string_view::npos) return false;
  if (line.find("::") != std::string_view::npos) return false;
  if (std::string_view("{<\"").find(line.front()) != std::string_view::npos) return false;
  if (std::string_view(";{}").find(line.back()) != std::string_view::npos) return false;
  const auto said = static_cast<std::size_t>(std::ranges::count_if(
      line, [](char c) { return is_letter(c) || is_beyond_ascii(c) || c == ' '; }));
  return said * 100 >= line.size() * kPercent;
}

}  // namespace

Told trouble_told_in(std::string_view line) {
  line = trimmed(line);
  if (!is_prose(line) || !has_any(lower_case(line), kStems)) return Told::Nothing;
  const bool is_question = line.find('?') != std::string_view::npos;
  for (const WordsOfClause& clause : clauses_of(line)) {
    if (const Told told = told_in(clause, is_question); told != Told::Nothing) return told;
  }
  return Told::Nothing;
}

std::string_view sentence_of_trouble(std::string_view line) {
  constexpr std::string_view kStops = ".?!";
  for (std::size_t begin = 0, at = 0; at < line.size(); ++at) {
    const bool is_end = at + 1 == line.size() ||
                        (kStops.find(line[at]) != std::string_view::npos && line[at + 1] == ' ');
    if (!is_end) continue;
    const std::string_view sentence = trimmed(line.substr(begin, at + 1 - begin));
    if (trouble_told_in(sentence) != Told::Nothing) return sentence;
    begin = at + 1;
  }
  return {};
}

}  // namespace treering::core
