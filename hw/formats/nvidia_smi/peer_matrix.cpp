#include "hw/formats/nvidia_smi/peer_matrix.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "hw/formats/nvidia_smi/table.h"
#include "hw/formats/nvidia_smi/words.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

using core::PeerAccess;

// Legend of `nvidia-smi topo -p2p r`; DR, "disabled by regkey", is of newer drivers.
constexpr std::array<std::pair<std::string_view, PeerAccess>, 7> kStates{{
    {"OK", PeerAccess::Ok},
    {"CNS", PeerAccess::Chipset},
    {"GNS", PeerAccess::Gpu},
    {"TNS", PeerAccess::Topology},
    {"NS", PeerAccess::Unsupported},
    {"DR", PeerAccess::Disabled},
    {"U", PeerAccess::Unknown},
}};

std::optional<PeerAccess> access_of(std::string_view word) {
  const auto* const found = std::ranges::find(kStates, word, &decltype(kStates)::value_type::first);
  if (found == kStates.end()) return {};
  return found->second;
}

bool is_peer_matrix(const Lines& lines) {
  return std::ranges::any_of(lines.rows, [](const Line& row) {
    return std::ranges::any_of(row.words,
                               [](std::string_view word) { return access_of(word).has_value(); });
  });
}

/// The other options of -p2p than r, reading, and w, writing (nvidia-smi topo --help).
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kOtherQuestions{{
    {"n", "NVLink"},
    {"a", "atomics"},
    {"p", "PCIe"},
}};

/// The word behind -p2p in the last command of the lines from `first` to before `last`; "" for
/// none.
std::string_view question_of(std::string_view text, std::size_t first, std::size_t last) {
  std::string_view question;
  core::LineReader lines(from_line(text, first));
  for (std::size_t number = first; number < last && lines.next(); ++number) {
    const auto words = smi_words(lines.line());
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (words[i] == "-p2p" || words[i] == "--p2pstatus") question = words[i + 1];
    }
  }
  return question;
}

/// Set where the matrix does not say who reaches whose memory.
std::optional<core::Diagnostic> note_on(std::string_view question, const std::string& where) {
  const auto* const other =
      std::ranges::find(kOtherQuestions, question, &decltype(kOtherQuestions)::value_type::first);
  if (other == kOtherQuestions.end()) return {};
  return core::Diagnostic{
      core::Severity::Note, where,
      fmt::format("-p2p {} shows {}, not whether GPUs reach each other's memory, as -p2p r does: "
                  "only the number of GPUs is taken from it",
                  other->first, other->second)};
}

/// `text` with its lines from `first` to `last` empty.
std::string without_lines(std::string_view text, std::size_t first, std::size_t last) {
  std::string rest;
  for (core::LineReader lines(text); lines.next();) {
    if (lines.number() < first || lines.number() > last) rest += lines.line();
    if (lines.has_end()) rest += '\n';
  }
  return rest;
}

using Pairs = std::map<std::pair<int, int>, core::PeerState>;

void add_row(const Line& row, const Lines& lines, const core::Origin& origin, Pairs& pairs) {
  const auto from = smi_number(row.words[0], "GPU");
  for (std::size_t i = 0; i < lines.columns.size() && i + 1 < row.words.size(); ++i) {
    const auto to = smi_number(lines.columns[i], "GPU");
    const auto access = access_of(row.words[i + 1]);
    if (!from || !to || !access || *from == *to) continue;
    const auto [known, is_new] =
        pairs.try_emplace({*from, *to}, core::PeerState{*from, *to, *access, origin});
    if (!is_new && known->second.access == PeerAccess::Ok) known->second.access = *access;
  }
}

}  // namespace

PeerTexts take_smi_peers(std::string_view text, const std::string& path) {
  PeerTexts found{.rest = std::string(text)};
  Pairs pairs;
  std::set<int> gpus;
  std::size_t start = 1;   // the line of `text` where the search goes on
  std::size_t behind = 1;  // the line behind the matrix before
  // More matrices than there are capabilities to ask for; each costs a walk through the text.
  constexpr int kMostMatrices = 16;
  for (int i = 0; i < kMostMatrices; ++i) {
    const std::string_view rest = from_line(text, start);
    const auto lines = find_smi_lines(rest);
    if (!lines) break;
    if (is_peer_matrix(*lines)) {
      const std::size_t first = start + lines->header - 1;
      const core::Origin origin{core::Origin::Kind::File, smi_place(path, first)};
      const auto note = note_on(question_of(text, behind, first), origin.source);
      if (note) found.notes.push_back(*note);
      if (found.line == 0) found.line = first;
      for (const std::string_view column : lines->columns) {
        if (const auto gpu = smi_number(column, "GPU")) gpus.insert(*gpu);
      }
      for (const Line& row : lines->rows) {
        if (const auto gpu = smi_number(row.words[0], "GPU")) gpus.insert(*gpu);
        if (!note) add_row(row, *lines, origin, pairs);
      }
      found.rest = without_lines(found.rest, first, start + lines->last - 1);
    }
    behind = start + lines->last;
    if (lines->another_header == 0) break;
    start += lines->another_header - 1;
  }
  for (auto& [pair, peer] : pairs) found.peers.push_back(std::move(peer));
  found.gpus.assign(gpus.begin(), gpus.end());
  return found;
}

std::string without_peer_matrices(std::string_view text) {
  return take_smi_peers(text, "").rest;
}

}  // namespace treering::hw::formats::nvidia_smi
