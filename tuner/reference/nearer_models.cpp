#include "tuner/reference/nearer_models.h"

#include <algorithm>
#include <string>

#include "tuner/reference/tables.h"

namespace treering::tuner::reference {
namespace {

using calibration::KindScores;

KindScores kind_scores_of(const std::vector<std::string_view>& line) {
  const auto collective = core::parse_collective(line[0]);
  TREERING_ASSERT(collective, "every line is of a collective");
  KindScores one;
  one.kind = {*collective, std::string(line[1]), line[2] == "several", std::string(line[3]),
              number<std::size_t>(line[4])};
  one.systems = number<std::size_t>(line[5]);
  one.scores.cost.rows = one.scores.event.rows = number<std::size_t>(line[6]);
  one.scores.cost.median = number<double>(line[7]);
  one.scores.event.median = number<double>(line[8]);
  return one;
}

std::vector<KindScores> read_kinds() {
  std::vector<KindScores> kinds;
  for (const auto& line : lines_of("nearer_models", 9)) kinds.push_back(kind_scores_of(line));
  return kinds;
}

}  // namespace

const std::vector<KindScores>& event_nearer_kinds() {
  static const std::vector<KindScores> kKinds = read_kinds();
  return kKinds;
}

const KindScores* find_event_nearer(const calibration::CallKind& kind) {
  const auto& kinds = event_nearer_kinds();
  const auto found = std::ranges::find(kinds, kind, &KindScores::kind);
  return found == kinds.end() ? nullptr : &*found;
}

}  // namespace treering::tuner::reference
